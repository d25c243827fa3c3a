//! The style of pages.

/// Everything but the charts, which bring their own.
pub(crate) const CSS: &str = "\
:root{color-scheme:light dark;--ink:#1a1a1a;--faint:#595959;--line:#dcdcdc;--paper:#ffffff;--panel:#f5f5f3;--link:#00588a;\
--good:#00694c;--bad:#a33f00;--party:#0072b2;--enemies:#c96a00}
@media (prefers-color-scheme:dark){:root{--ink:#ececec;--faint:#b5b5b5;--line:#3a3a3a;--paper:#161616;--panel:#212121;\
--link:#7cc4f0;--good:#4fd1ab;--bad:#ff9d5c;--party:#4da3db;--enemies:#f0b030}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,\
'Noto Sans',Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer,nav{max-width:66rem;margin:0 auto;padding:0 .75rem}
header{padding-top:1.5rem}footer{padding-bottom:2rem;color:var(--faint);font-size:.875rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.4rem;line-height:1.25;margin:2rem 0 .5rem}
h3{font-size:1.1rem;margin:1.5rem 0 .5rem}h4{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.5rem 0;max-width:46rem}a{color:var(--link)}a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{\
outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw;top:0;background:var(--paper);padding:.5rem 1rem;z-index:1}.skip:focus{left:0}
.lead{font-size:1.125rem}.faint{color:var(--faint)}.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
.warning{border-left:4px solid var(--bad);padding:.25rem .75rem;background:var(--panel)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1.5rem 2rem;align-items:start;margin:1rem 0}
.figure{min-width:0}.figure h3,.figure h4{display:inline;font-size:1rem}.figure p{margin:.25rem 0}.small{font-size:.875rem}
.anchor{color:var(--faint);padding:0 .25rem}svg.chart{display:block;width:100%;height:auto;max-width:28rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:.75rem;list-style:none;padding:0;\
margin:.5rem 0}.card{border:1px solid var(--line);border-left:4px solid var(--faint);border-radius:.25rem;padding:.5rem .75rem;\
font-size:.875rem}.card p{margin:.15rem 0}.card .part{padding-left:.75rem;text-indent:-.75rem}.card.party{border-left-color:var(--party)}\
.card.enemies{border-left-color:var(--enemies);border-left-style:double;border-left-width:6px}
.battlefield{max-width:28rem}.area{fill:var(--panel);stroke:var(--faint)}.areas{padding-left:1.2rem;font-size:.875rem}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--link);padding:.25rem 0}
.scroll{overflow-x:auto;max-width:100%}
table{position:relative;border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;overflow-wrap:normal}
td{white-space:nowrap}td.text{white-space:normal;min-width:6rem;max-width:34rem}td.prose{min-width:18rem}\
th{font-weight:600}th:first-child,.text{text-align:left}tbody th{font-weight:400;overflow-wrap:anywhere;min-width:8rem;\
max-width:20rem}
thead th{border-bottom:2px solid var(--line)}
pre,code{font-family:ui-monospace,'Cascadia Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.8125rem}
pre{background:var(--panel);padding:.75rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
pre.map{white-space:pre;overflow-x:auto;line-height:1.2}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:1rem;list-style:none;\
padding:0;margin:1rem 0}
.tiles a{display:block;height:100%;padding:.6rem;border:1px solid var(--line);border-radius:.4rem;text-decoration:none;\
color:var(--ink)}.tiles a:hover{border-color:var(--link)}.tiles b,.tiles span{display:block}.tiles span{font-size:.8125rem;\
color:var(--faint)}.tiles svg.chart{margin:.4rem 0}
.story{padding-left:1.2rem;margin:.25rem 0;font-size:.9rem}.story li{margin:.1rem 0}.story code{color:var(--faint);\
font-size:.75rem}
.rest{content-visibility:auto;contain-intrinsic-size:auto 120rem}
dl.facts{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.15rem 1rem;font-size:.875rem;margin:.5rem 0}
dl.facts dt{color:var(--faint)}dl.facts dd{margin:0;min-width:0}
@media print{:root{color-scheme:light;--ink:#000;--faint:#333;--line:#ccc;--paper:#fff;--panel:#fff;--link:#000;--good:#000;\
--bad:#000;--party:#0072b2;--enemies:#c96a00}body{font-size:10.5pt}nav,.skip,.anchor{display:none}header,main,footer{max-width:none;padding:0}\
tr,.tiles li,.card,svg.chart{break-inside:avoid}svg.chart{max-height:18cm}\
h2,h3,h4{break-after:avoid}.figures{display:block}.figure{margin-bottom:1rem}.scroll{overflow:visible}table{font-size:8.5pt}\
td{white-space:normal}th,td{padding:.15rem .3rem}td.text,td.prose,th{min-width:0;max-width:none;overflow-wrap:anywhere}\
details::details-content{display:block;content-visibility:visible;block-size:auto}summary{color:var(--ink)}\
.rest{content-visibility:visible}pre{border:1px solid #ccc}section.scenario+section.scenario{break-before:page}}
";
