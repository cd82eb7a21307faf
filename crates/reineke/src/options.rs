//! Options of games and searches: typed reading of `key=value` pairs, with errors that name the key.

use std::collections::BTreeMap;

/// Key–value pairs as typed by a person. Reading takes a pair out; [`Options::finish`] refuses what is left.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pairs: BTreeMap<String, String>,
    known: Vec<String>,
}

impl Options {
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { pairs: pairs.into_iter().collect(), known: Vec::new() }
    }

    /// The raw text of a key, if given.
    pub fn take(&mut self, key: &str) -> Option<String> {
        self.known.push(key.to_string());
        self.pairs.remove(key)
    }

    /// Gives a key another value, or its first.
    pub fn set(&mut self, key: &str, value: impl ToString) {
        self.pairs.insert(key.to_string(), value.to_string());
    }

    /// A number inside a range.
    pub fn number<T>(&mut self, key: &str, default: T, low: T, high: T) -> Result<T, String>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let Some(text) = self.take(key) else { return Ok(default) };
        match text.parse::<T>() {
            Ok(value) if value >= low && value <= high => Ok(value),
            _ => Err(format!("{key}={text}: expected a number from {low} to {high}")),
        }
    }

    /// One of several words.
    pub fn word<'a>(&mut self, key: &str, words: &[&'a str]) -> Result<&'a str, String> {
        let Some(text) = self.take(key) else { return Ok(words[0]) };
        words
            .iter()
            .find(|word| **word == text)
            .copied()
            .ok_or_else(|| format!("{key}={text}: expected one of {}", words.join(", ")))
    }

    /// A switch: `on`/`off`, `true`/`false`, `yes`/`no`, `1`/`0`.
    pub fn switch(&mut self, key: &str, default: bool) -> Result<bool, String> {
        let Some(text) = self.take(key) else { return Ok(default) };
        match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "yes" | "1" => Ok(true),
            "off" | "false" | "no" | "0" => Ok(false),
            _ => Err(format!("{key}={text}: expected on or off")),
        }
    }

    /// Refuses keys that nobody asked for.
    pub fn finish(self, owner: &str) -> Result<(), String> {
        let Some(key) = self.pairs.keys().next() else { return Ok(()) };
        let mut known = self.known;
        known.sort();
        known.dedup();
        if known.is_empty() {
            return Err(format!("{owner} takes no options, got {key}"));
        }
        Err(format!("{owner} has no option {key}; it has {}", known.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(pairs: &[(&str, &str)]) -> Options {
        Options::new(pairs.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())))
    }

    #[test]
    fn values_outside_their_range_are_refused_by_name() {
        let mut given = options(&[("depth", "99")]);
        assert_eq!(given.number("depth", 3, 1, 40).unwrap_err(), "depth=99: expected a number from 1 to 40");
    }

    #[test]
    fn a_key_that_nobody_read_is_refused_with_the_keys_there_are() {
        let mut given = options(&[("dept", "3")]);
        given.number("depth", 3, 1, 40).unwrap();
        assert_eq!(given.finish("maxn").unwrap_err(), "maxn has no option dept; it has depth");
    }
}
