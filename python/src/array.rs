//! Numbers for numpy: memory of this library under Python's buffer protocol.
//!
//! `numpy.asarray` of a [`Memory`] is an array of the very numbers, without a copy; the memory lives as long as any array of it.

use std::any::Any;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A kind of number that numpy knows; `FORMAT` is its letter in Python's `struct`.
///
/// # Safety
/// `FORMAT` must say the type's size and layout.
pub unsafe trait Number: Copy + Send + Sync + 'static {
    const FORMAT: &'static CStr;
}

// SAFETY: an IEEE single of four bytes.
unsafe impl Number for f32 {
    const FORMAT: &'static CStr = c"f";
}
// SAFETY: one byte, 0 or 1.
unsafe impl Number for bool {
    const FORMAT: &'static CStr = c"?";
}
// SAFETY: eight bytes, signed.
unsafe impl Number for i64 {
    const FORMAT: &'static CStr = c"q";
}
// SAFETY: one byte.
unsafe impl Number for u8 {
    const FORMAT: &'static CStr = c"B";
}
// SAFETY: four bytes.
unsafe impl Number for u32 {
    const FORMAT: &'static CStr = c"I";
}

/// A block of numbers, row by row.
#[pyclass(module = "moonbase._native", frozen)]
pub struct Memory {
    /// What owns the numbers.
    _owner: Arc<dyn Any + Send + Sync>,
    data: *mut c_void,
    format: &'static CStr,
    size: usize,
    shape: Vec<ffi::Py_ssize_t>,
    strides: Vec<ffi::Py_ssize_t>,
    writable: bool,
}

// SAFETY: the pointer is into what `_owner` owns, which is shared between threads.
unsafe impl Send for Memory {}
// SAFETY: nothing here reads or writes through the pointer; whoever does goes by numpy's rules for shared arrays.
unsafe impl Sync for Memory {}

impl Memory {
    /// The numbers at `data`, of this shape.
    ///
    /// # Safety
    /// `data` must point to as many numbers as the shape says, which stay where they are as long as `owner` lives.
    unsafe fn new<T: Number>(
        owner: Arc<dyn Any + Send + Sync>,
        data: *mut T,
        shape: &[usize],
        writable: bool,
    ) -> Memory {
        let size = size_of::<T>();
        let mut strides = vec![size as ffi::Py_ssize_t; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis] * shape[axis] as ffi::Py_ssize_t;
        }
        Memory {
            _owner: owner,
            data: data.cast(),
            format: T::FORMAT,
            size,
            shape: shape
                .iter()
                .map(|length| *length as ffi::Py_ssize_t)
                .collect(),
            strides,
            writable,
        }
    }
}

#[pymethods]
impl Memory {
    /// # Safety
    /// As the buffer protocol says; Python calls it.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let memory = slf.get();
        if view.is_null() {
            return Err(PyBufferError::new_err("no view to fill"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE && !memory.writable {
            return Err(PyBufferError::new_err("this array cannot be written"));
        }
        let all: ffi::Py_ssize_t = memory.shape.iter().product();
        // SAFETY: the view is Python's to fill; shape, strides and format live as long as this object, of which the view holds a
        // reference, and are never written through these pointers.
        unsafe {
            (*view).buf = memory.data;
            (*view).len = all * memory.size as ffi::Py_ssize_t;
            (*view).readonly = c_int::from(!memory.writable);
            (*view).itemsize = memory.size as ffi::Py_ssize_t;
            (*view).format = memory.format.as_ptr().cast_mut();
            (*view).ndim = memory.shape.len() as c_int;
            (*view).shape = memory.shape.as_ptr().cast_mut();
            (*view).strides = memory.strides.as_ptr().cast_mut();
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }
}

/// `numpy.asarray` of a block.
fn as_numpy(py: Python<'_>, memory: Memory) -> PyResult<Bound<'_, PyAny>> {
    static ASARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let asarray = ASARRAY.import(py, "numpy", "asarray")?;
    asarray.call1((Bound::new(py, memory)?,))
}

/// A numpy array that owns these numbers.
///
/// # Panics
/// If there are not as many as the shape says.
pub fn owned<'py, T: Number>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    assert_eq!(numbers.len(), shape.iter().product::<usize>());
    let mut numbers = numbers;
    let data = numbers.as_mut_ptr();
    // SAFETY: moving the vector into the owner leaves its numbers where they are; nobody touches the vector any more.
    let memory = unsafe { Memory::new(Arc::new(numbers), data, shape, true) };
    as_numpy(py, memory)
}

/// A numpy array of numbers that `owner` keeps and may change; Python cannot write to it.
///
/// # Safety
/// The numbers stay where they are as long as `owner` lives.
pub unsafe fn shared<'py, T: Number>(
    py: Python<'py>,
    owner: Arc<dyn Any + Send + Sync>,
    numbers: &[T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    assert_eq!(numbers.len(), shape.iter().product::<usize>());
    // SAFETY: what the caller promises.
    let memory = unsafe { Memory::new(owner, numbers.as_ptr().cast_mut(), shape, false) };
    as_numpy(py, memory)
}
