# scid.tcl - run by tkscid: FILE.pgn BASE. Imports the games, opens the base, searches it, as tests/bench/many.sh does
# with this program. A line for each: name, seconds on a processor, games found. The clock of a process with threads
# ticks a hundred times a second: short work is done often, and the time divided.
set pgn [lindex $argv 0]
set base [lindex $argv 1]
proc ::progressCallBack {args} {}

proc spent {} {
    set file [open /proc/self/stat]
    set fields [read $file]
    close $file
    expr {([lindex $fields 13] + [lindex $fields 14]) / 100.0}
}
proc timed {name times script} {
    set before [spent]
    for {set i 0} {$i < $times} {incr i} { set found [uplevel $script] }
    puts [format "%s\t%.5f\t%s" $name [expr {([spent] - $before) / $times}] $found]
}
proc header {id filter args} { sc_filter search $id $filter header -filter RESET {*}$args }
proc position {id filter fen} {
    sc_game startBoard $fen
    sc_filter reset $id $filter full
    sc_filter search $id $filter board
}
# A work that opens the base, searches, counts and closes it: in a base that stays open what was sought is remembered.
proc opened {name args} {
    timed $name 20 {
        set id [sc_base open SCID4 $::base]
        sc_base switch $id
        set filter [sc_filter new $id]
        if {$args ne ""} { [lindex $args 0] $id $filter {*}[lrange $args 1 end] }
        set found [sc_filter count $id $filter]
        sc_base close $id
        set found
    }
}

set id [sc_base create SCID4 $base]
timed import 1 { sc_base import $id $pgn; sc_base close $id; expr 0 }
opened warm
opened open
opened name header -white {Horvat, Ana B}
opened part header -white Horvat
opened several header -white Horvat -date {2010.01.01 2026.12.31}
opened common position {rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2}
opened rare position {rnbqkb1r/pppp1ppp/5n2/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3}
exit
