//! Plays the games of a plan, several at once.

use super::done::Done;
use super::error::SelfPlayError;
use super::plan::Plan;
use super::round::{Game, play};
use pussa_engine::{Engine, Roster};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

/// Games for each thread that may be played ahead of one that takes long. It bounds what has to be remembered.
const AHEAD: u64 = 64;

/// Self-play that can start.
pub struct SelfPlay {
    plan: Plan,
    roster: Roster,
}

/// What a thread hands over: a game, or nothing when it leaves.
type Message = Option<Game>;

impl SelfPlay {
    /// Looks at all of the plan.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn new(plan: Plan, roster: Roster) -> Result<Self, SelfPlayError> {
        if plan.games == 0 {
            return Err(SelfPlayError::NoGames);
        }
        if u64::from(plan.shard.of()) > plan.games {
            return Err(SelfPlayError::Shards { shard: plan.shard, games: plan.games });
        }
        roster.engine(&plan.engine)?;
        Ok(Self { plan, roster })
    }

    /// What is played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays all games that are not done, and hands them to `each` as they come, almost in order, until `each` fails or
    /// `stop` is set; then the rounds under way are given up. If it fails, `stop` is set.
    ///
    /// # Errors
    /// What `each` failed with, or if the threads can't be started.
    pub fn play<E: From<SelfPlayError>>(
        &self,
        done: &Done,
        stop: &AtomicBool,
        mut each: impl FnMut(Game) -> Result<(), E>,
    ) -> Result<(), E> {
        if done.is_all() {
            return Ok(());
        }
        let threads = self.plan.threads.max(1);
        let (ask, asked) = mpsc::channel();
        let (hand_over, handed_over) = mpsc::channel::<Message>();
        let asked = Mutex::new(asked);
        std::thread::scope(|scope| {
            // Dropped when the threads are to leave.
            let mut ask = Some(ask);
            for _ in 0..threads {
                let (asked, leaving) = (&asked, Leaving(hand_over.clone()));
                let worker = std::thread::Builder::new().spawn_scoped(scope, move || self.work(asked, &leaving, stop));
                worker.map_err(SelfPlayError::Threads)?;
            }
            drop(hand_over);
            let mut tickets = Tickets { done: done.clone(), next: done.next(), ahead: AHEAD * threads as u64 };
            let mut outcome = Ok(());
            if let Some(ask) = &ask {
                tickets.hand_out(ask);
            }
            for message in handed_over {
                // Games that are over are kept even when it is to stop.
                match message {
                    Some(game) if outcome.is_ok() => {
                        tickets.done.insert(game.id);
                        outcome = each(game);
                    }
                    Some(_) => {}
                    None => ask = None,
                }
                if outcome.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                match &ask {
                    Some(ask) if !tickets.done.is_all() && outcome.is_ok() => tickets.hand_out(ask),
                    _ => ask = None,
                }
            }
            outcome
        })
    }

    /// Plays games that are asked for, until no more are.
    fn work(&self, asked: &Mutex<mpsc::Receiver<u64>>, games: &Leaving, stop: &AtomicBool) {
        let mut engine: Box<dyn Engine> = self.roster.engine(&self.plan.engine).expect("the spec was looked at before");
        while !stop.load(Ordering::Relaxed) {
            let Ok(id) = asked.lock().unwrap_or_else(PoisonError::into_inner).recv() else { return };
            let Some(game) = play(&self.plan, id, engine.as_mut(), stop) else { return };
            if games.0.send(Some(game)).is_err() {
                return;
            }
        }
    }
}

/// Says that a thread leaves, for whatever reason: no game may be waited for in vain.
struct Leaving(mpsc::Sender<Message>);

impl Drop for Leaving {
    fn drop(&mut self) {
        // If nobody listens any more, it is known already.
        let _ = self.0.send(None);
    }
}

/// Which games are to be played next.
struct Tickets {
    done: Done,
    next: u64,
    ahead: u64,
}

impl Tickets {
    /// Asks for games up to so many ahead of the first that is not done.
    fn hand_out(&mut self, ask: &mpsc::Sender<u64>) {
        let end = self.done.next().saturating_add(self.ahead).min(self.done.block().end);
        while self.next < end {
            // If all threads have left, that is told elsewhere.
            if !self.done.contains(self.next) {
                let _ = ask.send(self.next);
            }
            self.next += 1;
        }
    }
}
