#!/bin/sh
# A bot in plain shell: it plays the first legal action. docs/bots.md describes the protocol.
#   moonbase match 'ext:cmd="sh docs/bots/first.sh"' random --game ufo-mini --games 10

# The number after "id": in a line.
id_of() {
  id=${1#*\"id\":}
  id=${id%%[!0-9]*}
}

while IFS= read -r line; do
  id_of "$line"
  # A message begins with its type.
  case $line in
    '{"type":"hello",'*)
      echo '{"type":"hello","id":'"$id"',"protocol":"moonbase-bot","version":1,"name":"first legal, in shell"}' ;;
    '{"type":"new_game",'*)
      echo '{"type":"ok","id":'"$id"'}' ;;
    '{"type":"go",'*)
      first=${line#*\"legal\":[\"}
      echo '{"type":"action","id":'"$id"',"action":"'"${first%%\"*}"'"}' ;;
    '{"type":"ping",'*)
      echo '{"type":"pong","id":'"$id"'}' ;;
    '{"type":"quit"'*)
      exit 0 ;;
    *)
      echo '{"type":"error","id":'"$id"',"message":"this bot does not know that"}' ;;
  esac
done
