#!/bin/sh
# A bot with one fault, $1; else it plays the first legal action. Writes its number, and those of what it starts, into file $2;
# the directory $2.once is there after its first fault.
fault=$1
log=$2
echo $$ >> "$log"

# Goes on for ever, with a child that would outlive it.
hang() {
  sleep 300 &
  echo $! >> "$log"
  wait
}

id_of() {
  id=${1#*\"id\":}
  id=${id%%[!0-9]*}
}

say() {
  echo '{"type":"'"$1"'","id":'"$id"'}'
}

go() {
  asked=$((asked + 1))
  first=${1#*\"legal\":[\"}
  first=${first%%\"*}
  case $fault in
    hang) hang ;;
    slow) sleep 5 ;;
    long-line) while :; do printf '%s' "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx$first$first"; done ;;
    many-lines) while :; do echo '{"type":"info","text":"thinking, thinking, thinking, thinking, thinking, thinking, thinking"}'; done ;;
    illegal) first=fly:0 ;;
    paint) first='\u001b[31mfly' ;;
    tells-clock)
      told=${1##*\"clock\":}
      told=$(printf '%s' "\"clock\":${told%\}}" | sed 's/"/\\"/g')
      printf '%s\n' '{"type":"error","id":'"$id"',"message":"'"$told"'"}'
      return ;;
    rubbish) echo "bestmove $first" ;;
    wrong-id) id=$((id + 1)) ;;
    gives-up) echo '{"type":"error","id":'"$id"',"message":"no idea"}'; return ;;
    crash) exit 3 ;;
    crash-later) [ $asked -lt 3 ] || exit 3 ;;
    crash-once) mkdir "$log.once" 2> /dev/null && exit 3 ;;
    killed) kill -9 $$ ;;
    value) echo '{"type":"action","id":'"$id"',"action":"'"$first"'","value":7}'; return ;;
  esac
  echo '{"type":"action","id":'"$id"',"action":"'"$first"'"}'
  [ "$fault" != chatter ] || say pong
}

asked=0
games=0
while IFS= read -r line; do
  id_of "$line"
  case $line in
    '{"type":"hello",'*)
      version=1
      case $fault in
        mute) hang ;;
        version) version=2 ;;
      esac
      echo '{"type":"hello","id":'"$id"',"protocol":"moonbase-bot","version":'$version',"name":"faulty"}' ;;
    '{"type":"new_game",'*)
      games=$((games + 1))
      case $fault in
        second-game) [ $games = 1 ] || exit 5 ;;
      esac
      say ok ;;
    '{"type":"go",'*) go "$line" ;;
    '{"type":"ping",'*)
      [ "$fault" != no-pong ] || continue
      say pong ;;
    '{"type":"quit"'*)
      [ "$fault" != no-quit ] || hang
      [ "$fault" != bad-quit ] || exit 1
      exit 0 ;;
    '{"type":"set",'*)
      if [ "$fault" = any-option ]; then say ok; else echo '{"type":"error","id":'"$id"',"message":"no options"}'; fi ;;
    *)
      [ "$fault" != unknown ] || exit 4
      echo '{"type":"error","id":'"$id"',"message":"what is that?"}' ;;
  esac
done
[ "$fault" != no-end ] || hang
