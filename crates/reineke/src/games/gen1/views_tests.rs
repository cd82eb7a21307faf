//! What each side knows by Showdown's own lines.

use super::check;
use super::tests::{battles, recorded};
use super::views::Views;
use serde_json::json;

#[test]
// covers: T5
fn what_showdown_tells_is_what_the_engine_shows() {
    let mut checked = 0;
    for record in battles().step_by(8) {
        let report = check::battle(&record, true).expect("a record");
        assert_eq!(report.difference, None, "{}", record["id"]);
        checked += report.checked;
    }
    assert!(checked > 3_000, "{checked}");
}

#[test]
// covers: T5
fn a_line_that_tells_something_else_is_found_out() {
    let record = recorded("battles.jsonl.gz").next().expect("a record");
    let teams = [0, 1].map(|side| super::team::parse(record["teams"][side].as_str().expect("a team")).expect("a team"));
    let battle = super::battle::Battle::new(&teams);
    let lead = |side: usize| teams[side][0].species.data();
    let enters = |side: usize, share: &str| {
        let data = lead(side);
        format!("|switch|p{}a: {}|{}, L{}|{share}", side + 1, data.name, data.name, data.level)
    };
    let requests = json!([{ "k": "wait" }, { "k": "wait" }]);
    for (share, found) in [("100/100", false), ("57/100", true)] {
        let mut views = Views::new(&teams);
        let (full, told) = (enters(1, "100/100"), enters(1, share));
        let events = match super::parse::line(&full, ["P1", "P2"]) {
            Ok(super::parse::Line::Event(event)) => vec![event],
            other => panic!("{other:?}"),
        };
        views.hear(&json!([told]), &events).expect("lines");
        let words = views.asked(&requests, &battle);
        assert_eq!(words.is_some(), found, "{words:?}");
        if let Some(words) = words {
            assert!(words.starts_with("view of side 1: ") && words.contains(share), "{words}");
        }
    }
    let mut views = Views::new(&teams);
    assert!(views.hear(&json!(["|switch|p1a: Missingno.|Missingno.|100/100"]), &[]).is_err(), "a broken line");
}
