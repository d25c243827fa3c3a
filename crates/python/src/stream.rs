//! Tables as streams of Arrow, which libraries for frames take without a copy: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use std::iter;

use equipoise_sim::polars::error::PolarsResult;
use polars_arrow::array::{Array, BooleanArray, NullArray, PrimitiveArray, StructArray, Utf8Array};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::export_iterator;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyFloat, PyInt, PyList, PyString};

/// A part of a table: its columns as one array.
pub(crate) type Part = Box<dyn Array>;

/// A capsule with a stream of the parts of a table.
pub(crate) fn capsule(
    py: Python<'_>,
    fields: Vec<Field>,
    parts: impl Iterator<Item = PolarsResult<Part>> + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let rows = Field::new("".into(), ArrowDataType::Struct(fields), false);
    PyCapsule::new_with_value(py, export_iterator(Box::new(parts), rows), c"arrow_array_stream")
}

/// A table of columns, each a name and a list of `int`, `float`, `str` or `bool`; `None` is null.
///
/// # Errors
/// `ValueError` for a name with a NUL; `TypeError` for other values, and for numbers among texts; `OverflowError` for integers beyond 64 bits.
#[pyfunction]
pub(crate) fn table<'py>(
    py: Python<'py>,
    columns: Vec<(String, Bound<'py, PyList>)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    if let Some((name, _)) = columns.iter().find(|(name, _)| name.contains('\0')) {
        return Err(PyValueError::new_err(format!("the name {name:?} has a NUL, which no column of Arrow has")));
    }
    let height = columns.first().map_or(0, |(_, values)| values.len());
    let arrays = columns.iter().map(|(name, values)| array(name, values)).collect::<PyResult<Vec<Part>>>()?;
    if arrays.iter().any(|array| array.len() != height) {
        return Err(PyTypeError::new_err("the columns of a table have the same length"));
    }
    let field =
        |((name, _), array): (&(String, _), &Part)| Field::new(name.as_str().into(), array.dtype().clone(), true);
    let fields: Vec<Field> = columns.iter().zip(&arrays).map(field).collect();
    let rows = StructArray::new(ArrowDataType::Struct(fields.clone()), height, arrays, None);
    capsule(py, fields, iter::once(Ok(rows.boxed())))
}

/// The values of a column.
fn array(name: &str, values: &Bound<'_, PyList>) -> PyResult<Part> {
    let present: Vec<Bound<'_, PyAny>> = values.iter().filter(|value| !value.is_none()).collect();
    let are_bools = present.iter().all(PyAnyMethods::is_instance_of::<PyBool>);
    let is_number = |value: &Bound<'_, PyAny>| {
        (value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()) || value.is_instance_of::<PyFloat>()
    };
    let are_numbers = present.iter().all(is_number);
    let are_texts = present.iter().all(PyAnyMethods::is_instance_of::<PyString>);
    if present.is_empty() {
        return Ok(NullArray::new(ArrowDataType::Null, values.len()).boxed());
    }
    if are_bools {
        return Ok(BooleanArray::from(of::<bool>(values)?).boxed());
    }
    if are_numbers && !present.iter().any(PyAnyMethods::is_instance_of::<PyFloat>) {
        // Seeds alone are beyond what is signed.
        return match of::<i64>(values) {
            Ok(integers) => Ok(PrimitiveArray::from(integers).boxed()),
            Err(_) => Ok(PrimitiveArray::from(of::<u64>(values)?).boxed()),
        };
    }
    if are_numbers {
        return Ok(PrimitiveArray::from(of::<f64>(values)?).boxed());
    }
    if are_texts {
        return Ok(Utf8Array::<i64>::from(of::<String>(values)?).boxed());
    }
    Err(PyTypeError::new_err(format!("the column `{name}` has values of several types")))
}

/// The values of a list as they are wanted.
fn of<'py, T: FromPyObjectOwned<'py>>(values: &Bound<'py, PyList>) -> PyResult<Vec<Option<T>>> {
    values.iter().map(|value| value.extract::<Option<T>>().map_err(Into::into)).collect()
}
