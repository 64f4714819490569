//! The lessons: every step is played on the board, and brings what it says.

use crate::table::{STILL, WIDE, at_table};
use serde_json::Value;

#[test]
fn every_step_of_both_lessons_brings_what_it_says() {
    for game in ["walak-pussa", "raja-pasu"] {
        at_table(STILL, &format!("#game={game}&moves=C"), async |table| {
            let steps: Vec<Value> =
                table.js(&format!("import('/lesson.js').then(({{ LESSONS }}) => LESSONS['{game}'])")).await;
            table.click("#open-lesson").await;
            for (i, step) in steps.iter().enumerate() {
                table
                    .until(&format!("document.getElementById('lesson-count').textContent.startsWith('{} ')", i + 1))
                    .await;
                table.until(&format!("document.querySelectorAll('.hole.legal').length === 1 && document.querySelector('.hole.hinted')?.dataset.hole === {}", step["move"])).await;
                if i % 2 == 0 {
                    table.click("#lesson-show").await;
                } else {
                    table.click(".hole.hinted").await;
                }
                table.until("document.getElementById('news').textContent !== ''").await;
                table.until("document.querySelectorAll('.hole.hinted').length === 0").await;
                table.rests().await;
                if let Some(gains) = step["gains"].as_array() {
                    let before: Vec<u64> = step["board"]
                        .as_str()
                        .unwrap()
                        .split('/')
                        .nth(2)
                        .unwrap()
                        .split(',')
                        .map(|n| n.parse().unwrap())
                        .collect();
                    let told: Value = table
                        .js(&format!(
                            "fetch('/api/show?game={game}&board={}&moves={}&tell=true').then((one) => one.json())",
                            step["board"].as_str().unwrap(),
                            step["move"].as_str().unwrap()
                        ))
                        .await;
                    assert_eq!((&told["told"]["south"], &told["told"]["north"]), (&gains[0], &gains[1]), "{step}");
                    let over = &told["over"];
                    let south: u64 = table.js("Number(document.querySelector('.tray.south').dataset.count)").await;
                    let wanted = if over.is_null() {
                        before[0] + gains[0].as_u64().unwrap()
                    } else {
                        over["south"].as_u64().unwrap()
                    };
                    assert_eq!(south, wanted, "{step}");
                }
                table.click("#lesson-next").await;
            }
            table.until("document.getElementById('lesson').hidden").await;
            table.rests().await;
            assert_eq!(table.address("moves").await, "C", "the game goes on where it was");
            assert_eq!(table.text("#status").await, "North to move");
        });
    }
}

#[test]
fn a_lesson_is_shown_above_the_board() {
    at_table(WIDE, "#game=raja-pasu", async |table| {
        table.click("#open-lesson").await;
        for i in 1..4 {
            table.until(&format!("document.getElementById('lesson-count').textContent.startsWith('{i} ')")).await;
            table.click("#lesson-next").await;
        }
        table.until("document.querySelector('.hole.hinted')?.dataset.hole === 'F'").await;
        table.picture("lesson").await;
    });
}
