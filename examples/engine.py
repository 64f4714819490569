#!/usr/bin/env python3
"""An engine for Walak-pussa that speaks the Universal Game Interface: it takes what it can get at once.

    pussa match --south ugi:cmd=examples/engine.py --north random
"""
import sys

START = "4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S"


def read(board):
    """The holes A to G, a to g (None where one is closed), the two reserves, and who moves: 0 for South."""
    south, north, reserves, side = board.split("/")
    holes = [None if count == "x" else int(count) for count in (south + "," + north).split(",")]
    return holes, [int(count) for count in reserves.split(",")], "SN".index(side)


def move(holes, start):
    """The holes after the move that lifts `start`, and what it captures; None if it never ends."""
    ring = [hole for hole, count in enumerate(holes) if count is not None]
    counts = [holes[hole] for hole in ring]
    size, place, seen = len(ring), ring.index(start), set()
    while True:
        counters, counts[place] = counts[place], 0
        for _ in range(counters):
            place = (place + 1) % size
            counts[place] += 1
        if (place, *counts) in seen:
            return None
        seen.add((place, *counts))
        place = (place + 1) % size
        if counts[place] == 0:
            break
    captured = 0
    # The pearl necklace: an empty hole and a full one behind it, again and again.
    while counts[place] == 0 and counts[(place + 1) % size] > 0:
        captured += counts[(place + 1) % size]
        counts[(place + 1) % size] = 0
        place = (place + 2) % size
    after = list(holes)
    for hole, count in zip(ring, counts):
        after[hole] = count
    return after, captured


def choices(holes, side):
    """Each letter that may be played, with what comes of it."""
    half = len(holes) // 2
    own = [hole for hole in range(side * half, side * half + half) if holes[hole]]
    made = {"Aa"[side].encode()[0] + hole - side * half: move(holes, hole) for hole in own}
    return {chr(letter): result for letter, result in made.items() if result}


def main():
    holes, _, side = read(START)
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            print("id name engine.py\nid author pussa\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            holes, _, side = read(words[1] if words[0] == "fen" else START)
            for letter in words[words.index("moves") + 1:] if "moves" in words else []:
                holes, side = choices(holes, side)[letter][0], 1 - side
        elif command == "go":
            moves = choices(holes, side)
            print("bestmove", max(moves, key=lambda letter: moves[letter][1], default="0000"), flush=True)
        elif command == "quit":
            break


main()
