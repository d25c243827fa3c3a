//! JSON objects whose keys keep the order in which they were added. The map of `serde_json` sorts them.

use serde_json::Value;

/// One object on one line.
#[derive(Debug, Default)]
pub(crate) struct Object {
    fields: Vec<String>,
}

impl Object {
    /// Adds a key.
    pub(crate) fn with(self, key: &str, value: impl Into<Value>) -> Self {
        self.with_text(key, &value.into().to_string())
    }

    /// Adds a key whose value is JSON already.
    pub(crate) fn with_text(mut self, key: &str, json: &str) -> Self {
        self.fields.push(format!("{}:{json}", Value::from(key)));
        self
    }

    /// Adds a key that holds a list of values that are JSON already.
    pub(crate) fn with_list(self, key: &str, items: impl IntoIterator<Item = String>) -> Self {
        let items: Vec<String> = items.into_iter().collect();
        self.with_text(key, &format!("[{}]", items.join(",")))
    }

    /// The text of the object.
    pub(crate) fn finish(self) -> String {
        format!("{{{}}}", self.fields.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order() {
        let object = Object::default().with("b", 1).with("a", "x\"y").with_list("c", ["1".to_owned(), "2".to_owned()]);
        assert_eq!(object.finish(), r#"{"b":1,"a":"x\"y","c":[1,2]}"#);
    }
}
