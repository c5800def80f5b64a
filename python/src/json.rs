//! JSON values as Python's, and back.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

/// A JSON value as Python would read it.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(yes) => PyBool::new(py, *yes).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(count), _) => count.into_pyobject(py)?.into_any(),
            (None, Some(count)) => count.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(values) => {
            let values: PyResult<Vec<_>> =
                values.iter().map(|value| to_python(py, value)).collect();
            PyList::new(py, values?)?.into_any()
        }
        Value::Object(map) => dict(py, map)?.into_any(),
    })
}

/// A JSON object as a dictionary.
pub fn dict<'py>(py: Python<'py>, map: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in map {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// A Python value as JSON.
///
/// # Errors
/// `TypeError` for what JSON has not.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Value::from(value.extract::<i64>()?));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Value::from(value.extract::<f64>()?));
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(Value::String(text));
    }
    if let Ok(map) = value.cast::<PyDict>() {
        return Ok(Value::Object(object(map)?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let values = value.try_iter()?.map(|value| from_python(&value?));
        return Ok(Value::Array(values.collect::<PyResult<_>>()?));
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a `{kind}` cannot be written as JSON"
    )))
}

/// A dictionary as a JSON object.
///
/// # Errors
/// `TypeError` for keys that are no texts, and values that JSON has not.
pub fn object(map: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((key.extract::<String>()?, from_python(&value)?))
    };
    map.iter().map(entry).collect()
}
