// The editor: CodeMirror with the texts of the state, the mistakes that the simulator finds, and its proposals.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { rust } from "@codemirror/legacy-modes/mode/rust";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const fromState = Annotation.define();
/** Texts beyond this size are shown without colours and proposals. */
const PLAIN_BYTES = 1 << 20;

const languageOf = (path) => (path.endsWith(".toml") ? StreamLanguage.define(toml) : path.endsWith(".rhai") ? StreamLanguage.define(rust) : []);

/** The smallest change that makes one text of another, so that cursor and scrolling stay. */
function smallestChange(before, after) {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** CodeMirror counts a line break as one letter, whatever the file has. */
const asLines = (text) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");

export class Editor {
  /** `heard` has functions: `changed(path, text)`, `moved(offset, text)`, `undo()` and `redo()`; `complete` is a source of proposals. */
  constructor(parent, heard, complete) {
    this.heard = heard;
    this.path = null;
    this.states = new Map();
    this.label = new Compartment();
    this.complete = complete;
    this.view = new EditorView({ parent, state: EditorState.create({ doc: "" }) });
  }

  /** The state of a text that is opened for the first time. */
  create(path, text) {
    const run = (action) => () => {
      action();
      return true;
    };
    const { undo, redo } = this.heard;
    const extensions = [
      lineNumbers(), highlightSpecialChars(), drawSelection(), highlightActiveLine(), EditorView.lineWrapping,
      syntaxHighlighting(classHighlighter), bracketMatching(), closeBrackets(), indentOnInput(), highlightSelectionMatches(),
      keymap.of([
        { key: "Mod-z", run: run(undo), preventDefault: true }, { key: "Mod-y", run: run(redo), preventDefault: true },
        { key: "Mod-Shift-z", run: run(redo), preventDefault: true },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        const isOurs = update.transactions.some((transaction) => transaction.annotation(fromState));
        if (update.docChanged && !isOurs) this.heard.changed(this.path, update.state.doc.toString());
        if (update.selectionSet || update.docChanged) this.heard.moved(update.state.selection.main.head, update.state.doc.toString());
      }),
    ];
    if (text.length < PLAIN_BYTES) extensions.push(languageOf(path));
    extensions.push(autocompletion({ override: text.length < PLAIN_BYTES && path.endsWith(".toml") ? [this.complete] : [], icons: false }));
    return EditorState.create({ doc: asLines(text), extensions });
  }

  /** Shows the text of a file. */
  show(path, text) {
    if (path !== this.path) {
      if (this.path !== null) this.states.set(this.path, this.view.state);
      this.path = path;
      this.view.setState(this.states.get(path) ?? this.create(path, text));
    }
    const shown = this.view.state.doc.toString();
    const wanted = asLines(text);
    if (shown !== wanted) this.view.dispatch({ changes: smallestChange(shown, wanted), annotations: fromState.of(true) });
  }

  /** Forgets all texts: another scenario was opened. */
  forget() {
    this.states.clear();
  }

  /** Underlines mistakes: `{ start, end, severity, message }`, in letters of the text that is shown. */
  underline(places) {
    const length = this.view.state.doc.length;
    const diagnostics = places.map(({ start, end, severity, message }) => {
      // What is missing has no length, and is underlined where it should have been.
      const to = Math.min(Math.max(end, start + 1), length);
      return { from: Math.max(0, Math.min(start, to - 1)), to, severity, message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Puts the cursor somewhere and gives the editor the keyboard. */
  go(start, end = start) {
    const length = this.view.state.doc.length;
    const [anchor, head] = [Math.min(start, length), Math.min(end, length)];
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
