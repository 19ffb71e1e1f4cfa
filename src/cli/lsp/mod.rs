//! `cpcap lsp`: a language server. Reads messages, keeps the texts of open buffers, and hands
//! questions to `lsp`. All answers come from one thread, so none is about an older text than the
//! one before it.

pub(super) mod args;
mod check;
mod client;
mod config;
mod folder;
mod messages;
mod names;
mod pages;
mod server;
mod setup;
#[cfg(test)]
mod tests;
mod texts;
mod workspace;

use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use lsp_server::Message;

use crate::cli::io::clock;
use crate::cli::values::When;
use crate::cli::{Exit, Io, disk};
use args::LspArgs;
use folder::World;
use messages::Received;
use server::{Server, Then};

/// How long nobody types before findings are worked out: longer than between two keys.
const PAUSE: Duration = Duration::from_millis(60);

/// Maximum number of messages that are read before they are answered; a client that sends more waits.
const AHEAD: usize = 1024;

pub(super) fn run(args: &LspArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    if args.check {
        return check::run(args, io);
    }
    let Io {
        stdout, env, cwd, ..
    } = io;
    let clock = || When::or_now(args.now, clock());
    let mut server = Server::new(World {
        args,
        env: *env,
        clock: &clock,
        cwd,
    });
    let (incoming, messages) = mpsc::sync_channel(AHEAD);
    // The thread ends with the process: nothing else can wake it where it waits for input.
    let reading = thread::Builder::new().spawn(move || {
        let mut stdin = BufReader::new(io::stdin());
        while let Ok(Some(message)) = messages::read(&mut stdin) {
            if incoming.send(message).is_err() {
                break;
            }
        }
    });
    if let Err(error) = reading {
        let why = disk::reason(&error);
        io.complain(&format!("cannot start a thread to read messages: {why}"));
        return Ok(Exit::Failure);
    }
    let mut queue: VecDeque<Received> = VecDeque::new();
    loop {
        if queue.is_empty() {
            let next = if server.has_news() {
                messages.recv_timeout(PAUSE)
            } else {
                messages.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            match next {
                Ok(message) => queue.push_back(message),
                Err(RecvTimeoutError::Timeout) => {
                    server.tell();
                    send(server.outgoing(), stdout)?;
                    continue;
                }
                // Without an `exit` the client has died.
                Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Failure),
            }
        }
        // Requests that are withdrawn already need no answer.
        queue.extend(messages.try_iter().take(AHEAD - queue.len().min(AHEAD)));
        let Some(received) = queue.pop_front() else {
            continue;
        };
        let then = match received {
            Received::Message(message) => {
                let withdrawn = |id: &_| queue.iter().any(|next| next.cancels(id));
                server.take(message, withdrawn)
            }
            Received::Broken(why) => {
                messages::write_unreadable(&why, stdout)?;
                Then::Next
            }
        };
        send(server.outgoing(), stdout)?;
        if let Then::End { in_order } = then {
            return Ok(if in_order {
                Exit::Success
            } else {
                Exit::Findings
            });
        }
    }
}

fn send(messages: Vec<Message>, to: &mut dyn Write) -> io::Result<()> {
    for message in messages {
        let mut to = &mut *to;
        message.write(&mut to)?;
    }
    to.flush()
}
