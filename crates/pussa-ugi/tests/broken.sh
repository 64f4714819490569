#!/bin/sh
# Engines that are broken, each in the way its name says: the tests call this file by many names. The position is always
# the start of Walak-pussa, where C may be played.
how=${0##*/}
# How long they hang tells whose they are.

go() {
    case $how in
        hangs-at-go) exec sleep "60.$PPID" ;;
        dies-at-go) exit 4 ;;
        closes-its-output) exec >&-; exec sleep "60.$PPID" ;;
        answers-late) sleep 0.5; echo bestmove C ;;
        plays-an-illegal-move) echo bestmove a ;;
        plays-no-hole) echo bestmove 0000 ;;
        plays-nothing) echo bestmove ;;
        talks-without-end) while :; do echo info string well; done ;;
        talks-rubbish)
            printf 'bestmoves A\n\n\377\376 bestmove B\nresponse true\ninfo depth 2 score cp 150 nodes 9 pv C e\n'
            echo bestmove C ;;
        waits-for-stop) ;;
        *) echo bestmove C ;;
    esac
}

case $how in
    dies-at-start) exit 3 ;;
    hangs-at-handshake) exec sleep "60.$PPID" ;;
    hangs-behind-another) sleep "60.$PPID" ;;
esac
while read -r line; do
    case $line in
        ugi) echo "option name Game type string default none"; echo ugiok ;;
        isready) test "$how" = never-ready && exec sleep "60.$PPID"; echo readyok ;;
        go*) go ;;
        stop) echo bestmove C ;;
        uginewgame) echo bestmove D ;;
        quit) test "$how" = will-not-quit && exec sleep "60.$PPID"; exit 0 ;;
    esac
done
