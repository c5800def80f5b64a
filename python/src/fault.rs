//! Errors for Python: one clear line each, never a panic.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    moonbase,
    MoonbaseError,
    PyValueError,
    "Something that was asked of Moonbase cannot be; the message is one line that says what would have been right."
);

/// The exception for an error.
pub fn fault(error: impl Display) -> PyErr {
    MoonbaseError::new_err(error.to_string())
}

/// The value, or the exception for its error.
pub fn sound<T, E: Display>(result: Result<T, E>) -> PyResult<T> {
    result.map_err(fault)
}

/// Does the work; a panic, which would be a fault of Moonbase, becomes an error.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(told(&*panic)))
}

fn told(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("a fault in Moonbase: {}", text.unwrap_or_default())
}

/// What a lock guards. What a thread that panicked has left there is used no more than `guarded` allows.
pub fn locked<T: ?Sized>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a lock guards, at once: waiting for it could wait for Python code that waits for this thread.
///
/// # Errors
/// It is in use.
pub fn free<T: ?Sized>(lock: &Mutex<T>) -> Result<MutexGuard<'_, T>, String> {
    match lock.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err("this environment is in the middle of a step".into()),
    }
}
