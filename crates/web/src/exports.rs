//! The functions of the module: texts in UTF-8 by pointer and length, since nothing else passes between a page and WebAssembly without
//! generated code on both sides.
#![expect(unsafe_code, reason = "the exports of a module have fixed names, and are handed memory by its page")]

use std::cell::RefCell;
use std::ptr::slice_from_raw_parts_mut;

use crate::fault;
use crate::workbench::Workbench;

thread_local! {
    static WORKBENCH: RefCell<Option<Workbench>> = const { RefCell::new(None) };
}

/// Room for so many bytes, for a request.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives back the room of an answer.
///
/// # Safety
/// Pointer and length are those of an answer, or of room that was allocated and not asked with; each is given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(pointer: *mut u8, length: usize) {
    // SAFETY: the caller hands back a boxed slice that this module has made.
    drop(unsafe { Box::from_raw(slice_from_raw_parts_mut(pointer, length)) });
}

/// Answers the request that was written to allocated room, which it takes. The answer is room to be given back: its pointer in the
/// upper half of the number, its length in the lower.
///
/// # Safety
/// Pointer and length are those of room that was allocated, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(pointer: *mut u8, length: usize) -> u64 {
    // SAFETY: as for `release`.
    let request = unsafe { Box::from_raw(slice_from_raw_parts_mut(pointer, length)) };
    let request = String::from_utf8_lossy(&request);
    let answer = WORKBENCH.with_borrow_mut(|workbench| {
        let workbench = workbench.get_or_insert_with(|| {
            fault::listen();
            Workbench::default()
        });
        workbench.answer(&request)
    });
    packed(answer)
}

/// The answer to the request in which the module has trapped, as [`ask`] returns it; nothing may be asked any more then. Empty if memory
/// or the stack was spent.
#[unsafe(no_mangle)]
pub extern "C" fn trapped() -> u64 {
    packed(fault::last())
}

fn packed(text: String) -> u64 {
    let bytes = text.into_bytes().into_boxed_slice();
    let length = bytes.len() as u64;
    let pointer = Box::into_raw(bytes).cast::<u8>() as usize as u64;
    pointer << 32 | length
}
