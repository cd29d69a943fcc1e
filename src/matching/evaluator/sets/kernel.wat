;; Sets of ordinals as bits, in one memory: what of them is done for every company, 128 measures an operation.
;;
;; A set is given by the address of its first word, a multiple of 16; how long the sets of a call are is said once, in
;; bytes, a multiple of 16. Nothing here checks either: kernel.ts does. `npm run set-kernel` assembles this into
;; kernel-bytes.ts.

(module
  (import "sets" "memory" (memory 1 65536 shared))

  ;; Takes everything out of the set.
  (func (export "clear") (param $set i32) (param $bytes i32)
    (memory.fill (local.get $set) (i32.const 0) (local.get $bytes)))

  ;; Makes the set equal to another.
  (func (export "copy") (param $into i32) (param $from i32) (param $bytes i32)
    (memory.copy (local.get $into) (local.get $from) (local.get $bytes)))

  ;; into |= other
  (func (export "unite") (param $into i32) (param $other i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $other) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= other & ~except
  (func (export "unite_except") (param $into i32) (param $other i32) (param $except i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.andnot
              (v128.load (i32.add (local.get $other) (local.get $at)))
              (v128.load (i32.add (local.get $except) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= other & within
  (func (export "unite_within") (param $into i32) (param $other i32) (param $within i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.and
              (v128.load (i32.add (local.get $other) (local.get $at)))
              (v128.load (i32.add (local.get $within) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into &= other
  (func (export "intersect") (param $into i32) (param $other i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $other) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into &= ~other
  (func (export "subtract") (param $into i32) (param $other i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.andnot
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $other) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; How many ordinals both sets hold. Ones are added up byte by byte, and the bytes before one of them could run over:
  ;; 31 times 8 ones are 248.
  (func $count_common (export "count_common") (param $left i32) (param $right i32) (param $bytes i32) (result i32)
    (local $at i32)
    (local $stop i32)
    (local $ones v128)
    (local $sum v128)
    (block $done
      (loop $run
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $stop (i32.add (local.get $at) (i32.const 496)))
        (if (i32.gt_u (local.get $stop) (local.get $bytes)) (then (local.set $stop (local.get $bytes))))
        (local.set $ones (v128.const i64x2 0 0))
        (loop $next
          (local.set $ones
            (i8x16.add
              (local.get $ones)
              (i8x16.popcnt
                (v128.and
                  (v128.load (i32.add (local.get $left) (local.get $at)))
                  (v128.load (i32.add (local.get $right) (local.get $at)))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $ones)))))
        (br $run)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; The same of each of some sets and one other: their addresses stand at $list, $listEnd behind the last; the counts are
  ;; written one after the other from $counts on.
  (func (export "count_each_within")
    (param $list i32) (param $listEnd i32) (param $within i32) (param $counts i32) (param $bytes i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (i32.store (local.get $counts)
          (call $count_common (i32.load (local.get $list)) (local.get $within) (local.get $bytes)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
        (br $next))))

  ;; standing = live & ~refused; shutOut = live & refused; onTopic = ~(naming & ~sharing);
  ;; counted = standing & onTopic & ~notOpen & ~weak
  (func (export "sort_standing")
    (param $live i32) (param $refused i32) (param $weak i32) (param $notOpen i32) (param $naming i32) (param $sharing i32)
    (param $standing i32) (param $shutOut i32) (param $onTopic i32) (param $counted i32) (param $bytes i32)
    (local $at i32)
    (local $shown v128)
    (local $fails v128)
    (local $topical v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $shown (v128.load (i32.add (local.get $live) (local.get $at))))
        (local.set $fails (v128.load (i32.add (local.get $refused) (local.get $at))))
        (local.set $topical
          (v128.not
            (v128.andnot
              (v128.load (i32.add (local.get $naming) (local.get $at)))
              (v128.load (i32.add (local.get $sharing) (local.get $at))))))
        (v128.store (i32.add (local.get $shutOut) (local.get $at)) (v128.and (local.get $shown) (local.get $fails)))
        (local.set $shown (v128.andnot (local.get $shown) (local.get $fails)))
        (v128.store (i32.add (local.get $standing) (local.get $at)) (local.get $shown))
        (v128.store (i32.add (local.get $onTopic) (local.get $at)) (local.get $topical))
        (v128.store (i32.add (local.get $counted) (local.get $at))
          (v128.andnot
            (v128.andnot
              (v128.and (local.get $shown) (local.get $topical))
              (v128.load (i32.add (local.get $notOpen) (local.get $at))))
            (v128.load (i32.add (local.get $weak) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; Of each of some sets (as in count_each_within) only what is in $within remains. $any becomes what is in at least one of
  ;; them, $one what is in exactly one.
  (func (export "gather_within")
    (param $list i32) (param $listEnd i32) (param $within i32) (param $any i32) (param $one i32) (param $bytes i32)
    (local $at i32)
    (local $entry i32)
    (local $place i32)
    (local $kept v128)
    (local $having v128)
    (local $some v128)
    (local $several v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $kept (v128.load (i32.add (local.get $within) (local.get $at))))
        (local.set $some (v128.const i64x2 0 0))
        (local.set $several (v128.const i64x2 0 0))
        (local.set $entry (local.get $list))
        (block $listed
          (loop $each
            (br_if $listed (i32.ge_u (local.get $entry) (local.get $listEnd)))
            (local.set $place (i32.add (i32.load (local.get $entry)) (local.get $at)))
            (local.set $having (v128.and (v128.load (local.get $place)) (local.get $kept)))
            (v128.store (local.get $place) (local.get $having))
            (local.set $several
              (v128.or (local.get $several) (v128.and (local.get $some) (local.get $having))))
            (local.set $some (v128.or (local.get $some) (local.get $having)))
            (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
            (br $each)))
        (v128.store (i32.add (local.get $any) (local.get $at)) (local.get $some))
        (v128.store (i32.add (local.get $one) (local.get $at)) (v128.andnot (local.get $some) (local.get $several)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; decided = counted & (~blind | answered); review = standing & ~decided;
  ;; possibly = decided & (lacking | asking); likely = decided & ~(lacking | asking); lackingOne &= counted & ~asking
  (func (export "sort_groups")
    (param $standing i32) (param $counted i32) (param $blind i32) (param $answered i32) (param $lacking i32)
    (param $asking i32) (param $lackingOne i32) (param $likely i32) (param $possibly i32) (param $review i32)
    (param $bytes i32)
    (local $at i32)
    (local $asks v128)
    (local $lacks v128)
    (local $free v128)
    (local $decided v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $asks (v128.load (i32.add (local.get $asking) (local.get $at))))
        (local.set $lacks (v128.or (local.get $asks) (v128.load (i32.add (local.get $lacking) (local.get $at)))))
        (local.set $free (v128.load (i32.add (local.get $counted) (local.get $at))))
        (local.set $decided
          (v128.andnot
            (local.get $free)
            (v128.andnot
              (v128.load (i32.add (local.get $blind) (local.get $at)))
              (v128.load (i32.add (local.get $answered) (local.get $at))))))
        (v128.store (i32.add (local.get $review) (local.get $at))
          (v128.andnot (v128.load (i32.add (local.get $standing) (local.get $at))) (local.get $decided)))
        (v128.store (i32.add (local.get $possibly) (local.get $at))
          (v128.and (local.get $decided) (local.get $lacks)))
        (v128.store (i32.add (local.get $likely) (local.get $at))
          (v128.andnot (local.get $decided) (local.get $lacks)))
        (v128.store (i32.add (local.get $lackingOne) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $lackingOne) (local.get $at)))
            (v128.andnot (local.get $free) (local.get $asks))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; Of each ordinal in the set: $start, its number of $numbers (f64), and what topics add. Its topics and those related to
  ;; them are two i64 at $topics; those of the project are one at $project. Each that both have counts 2, each related one
  ;; 1; $shares holds what that adds (f64), and $neutral is added where the ordinal has no topic. Ordinals are written from
  ;; $ordinals on, sums (f64) from $sums on. Gives their number.
  (func (export "add_up")
    (param $set i32) (param $bytes i32) (param $numbers i32) (param $topics i32) (param $project i32) (param $shares i32)
    (param $ordinals i32) (param $sums i32) (param $neutral f64) (param $start f64) (result i32)
    (local $at i32)
    (local $left i32)
    (local $ordinal i32)
    (local $count i32)
    (local $own i64)
    (local $wanted i64)
    (local $share f64)
    (local.set $wanted (i64.load (local.get $project)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $left (i32.load (i32.add (local.get $set) (local.get $at))))
        (block $empty
          (loop $each
            (br_if $empty (i32.eqz (local.get $left)))
            (local.set $ordinal (i32.add (i32.shl (local.get $at) (i32.const 3)) (i32.ctz (local.get $left))))
            (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
            (local.set $own
              (i64.load (i32.add (local.get $topics) (i32.shl (local.get $ordinal) (i32.const 4)))))
            (local.set $share (local.get $neutral))
            (if (i64.ne (local.get $own) (i64.const 0))
              (then
                (local.set $share
                  (f64.load
                    (i32.add
                      (local.get $shares)
                      (i32.shl
                        (i32.wrap_i64
                          (i64.add
                            (i64.shl (i64.popcnt (i64.and (local.get $own) (local.get $wanted))) (i64.const 1))
                            (i64.popcnt
                              (i64.and
                                (i64.and
                                  (i64.load offset=8
                                    (i32.add (local.get $topics) (i32.shl (local.get $ordinal) (i32.const 4))))
                                  (local.get $wanted))
                                (i64.xor (local.get $own) (i64.const -1))))))
                        (i32.const 3)))))))
            (i32.store
              (i32.add (local.get $ordinals) (i32.shl (local.get $count) (i32.const 2)))
              (local.get $ordinal))
            (f64.store
              (i32.add (local.get $sums) (i32.shl (local.get $count) (i32.const 3)))
              (f64.add
                (f64.add
                  (local.get $start)
                  (f64.load (i32.add (local.get $numbers) (i32.shl (local.get $ordinal) (i32.const 3)))))
                (local.get $share)))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (br $each)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    (local.get $count))

  ;; The 16 bytes of $ones are added to 16 numbers (i32).
  (func $add_bytes (param $numbers i32) (param $ones v128)
    (local $low v128)
    (local $high v128)
    (local.set $low (i16x8.extend_low_i8x16_u (local.get $ones)))
    (local.set $high (i16x8.extend_high_i8x16_u (local.get $ones)))
    (v128.store (local.get $numbers)
      (i32x4.add (v128.load (local.get $numbers)) (i32x4.extend_low_i16x8_u (local.get $low))))
    (v128.store offset=16 (local.get $numbers)
      (i32x4.add (v128.load offset=16 (local.get $numbers)) (i32x4.extend_high_i16x8_u (local.get $low))))
    (v128.store offset=32 (local.get $numbers)
      (i32x4.add (v128.load offset=32 (local.get $numbers)) (i32x4.extend_low_i16x8_u (local.get $high))))
    (v128.store offset=48 (local.get $numbers)
      (i32x4.add (v128.load offset=48 (local.get $numbers)) (i32x4.extend_high_i16x8_u (local.get $high)))))

  ;; How many bits of a mask of $maskBytes bytes are in $open too.
  (func $open_in (param $mask i32) (param $maskBytes i32) (param $open i32) (result i32)
    (local $at i32)
    (local $count i32)
    (loop $next
      (local.set $count
        (i32.add
          (local.get $count)
          (i32.wrap_i64
            (i64.popcnt
              (i64.and
                (i64.load (i32.add (local.get $mask) (local.get $at)))
                (i64.load (i32.add (local.get $open) (local.get $at))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $maskBytes))))
    (local.get $count))

  ;; Writes the ordinals that both sets hold, ascending, from $ordinals on (i32), where there is room for one of each bit of
  ;; theirs. Gives their number. Of a word that is not empty four are written whether there are as many or not, and those that
  ;; are none are written over: how many there are cannot be foretold, and a branch that is foretold wrongly costs more.
  (func $list_common (param $left i32) (param $right i32) (param $bytes i32) (param $ordinals i32) (result i32)
    (local $at i32)
    (local $word i32)
    (local $base i32)
    (local $into i32)
    (local $end i32)
    (local.set $into (local.get $ordinals))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $word
          (i32.and
            (i32.load (i32.add (local.get $left) (local.get $at)))
            (i32.load (i32.add (local.get $right) (local.get $at)))))
        (local.set $base (i32.shl (local.get $at) (i32.const 3)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $next (i32.eqz (local.get $word)))
        (local.set $end
          (i32.add (local.get $into) (i32.shl (i32.popcnt (local.get $word)) (i32.const 2))))
        (i32.store (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $word))))
        (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
        (i32.store offset=4 (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $word))))
        (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
        (i32.store offset=8 (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $word))))
        (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
        (i32.store offset=12 (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $word))))
        (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
        (local.set $into (i32.add (local.get $into) (i32.const 16)))
        (block $empty
          (loop $each
            (br_if $empty (i32.eqz (local.get $word)))
            (i32.store (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $word))))
            (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
            (local.set $into (i32.add (local.get $into) (i32.const 4)))
            (br $each)))
        (local.set $into (local.get $end))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $into) (local.get $ordinals)) (i32.const 2)))

  ;; Of each ordinal in the set a mask of $maskBytes bytes, a multiple of 8, stands at $masks. Ordinals that are in $among
  ;; too, and of whose mask no bit is in $open, are taken out of the set. Their list is made at $ordinals.
  (func (export "drop_settled")
    (param $set i32) (param $among i32) (param $masks i32) (param $maskBytes i32) (param $open i32) (param $ordinals i32)
    (param $bytes i32)
    (local $end i32)
    (local $ordinal i32)
    (local $word i32)
    (local.set $end
      (i32.add
        (local.get $ordinals)
        (i32.shl
          (call $list_common (local.get $set) (local.get $among) (local.get $bytes) (local.get $ordinals))
          (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $ordinal (i32.load (local.get $ordinals)))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $word (i32.add (local.get $set) (i32.shl (i32.shr_u (local.get $ordinal) (i32.const 5)) (i32.const 2))))
        (i32.store (local.get $word)
          (i32.and
            (i32.load (local.get $word))
            (i32.xor
              (i32.shl
                (i32.eqz
                  (call $open_in
                    (i32.add (local.get $masks) (i32.mul (local.get $ordinal) (local.get $maskBytes)))
                    (local.get $maskBytes)
                    (local.get $open)))
                (local.get $ordinal))
              (i32.const -1))))
        (br $next))))

  ;; Counts, over the ordinals in the set, each bit of their masks (as in drop_settled) that is in $open too: it adds 1 to
  ;; its number from $counts on (i32); and where the ordinal is in $alone and no other bit counts, to its number from $onlys
  ;; on. 64 bits at a time, each in a byte of its own, which is added to the numbers before it could run over; so nothing
  ;; hangs on which bits are set. The list of the ordinals is made at $ordinals.
  (func (export "count_open")
    (param $set i32) (param $bytes i32) (param $alone i32) (param $masks i32) (param $maskBytes i32) (param $open i32)
    (param $counts i32) (param $onlys i32) (param $ordinals i32)
    (local $column i32)
    (local $at i32)
    (local $stop i32)
    (local $end i32)
    (local $ordinal i32)
    (local $mask i32)
    (local $only i32)
    (local $isOnly i32)
    (local $openHere i64)
    (local $bits i64)
    (local $spread v128)
    (local $bitOfByte v128)
    (local $first v128)
    (local $second v128)
    (local $third v128)
    (local $fourth v128)
    (local.set $bitOfByte (v128.const i8x16 1 2 4 8 16 32 64 128 1 2 4 8 16 32 64 128))
    (local.set $end
      (i32.add
        (local.get $ordinals)
        (i32.shl
          (call $list_common (local.get $set) (local.get $set) (local.get $bytes) (local.get $ordinals))
          (i32.const 2))))
    (loop $columns
      (local.set $at (local.get $ordinals))
      (local.set $openHere (i64.load (i32.add (local.get $open) (local.get $column))))
      (block $done
        (loop $run
          (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
          ;; Of 255 ordinals no byte runs over.
          (local.set $stop (i32.add (local.get $at) (i32.const 1020)))
          (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
          (local.set $first (v128.const i64x2 0 0))
          (local.set $second (v128.const i64x2 0 0))
          (local.set $third (v128.const i64x2 0 0))
          (local.set $fourth (v128.const i64x2 0 0))
          (loop $next
            (local.set $ordinal (i32.load (local.get $at)))
            (local.set $mask (i32.add (local.get $masks) (i32.mul (local.get $ordinal) (local.get $maskBytes))))
            (local.set $bits
              (i64.and (i64.load (i32.add (local.get $mask) (local.get $column))) (local.get $openHere)))
            ;; Of each group of 16 bits a byte a bit: 255, which is one less than 0, where it is set.
            (local.set $spread (i64x2.splat (local.get $bits)))
            (local.set $first
              (i8x16.sub
                (local.get $first)
                (i8x16.eq
                  (v128.and
                    (i8x16.swizzle (local.get $spread) (v128.const i8x16 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1))
                    (local.get $bitOfByte))
                  (local.get $bitOfByte))))
            (local.set $second
              (i8x16.sub
                (local.get $second)
                (i8x16.eq
                  (v128.and
                    (i8x16.swizzle (local.get $spread) (v128.const i8x16 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3))
                    (local.get $bitOfByte))
                  (local.get $bitOfByte))))
            (local.set $third
              (i8x16.sub
                (local.get $third)
                (i8x16.eq
                  (v128.and
                    (i8x16.swizzle (local.get $spread) (v128.const i8x16 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5))
                    (local.get $bitOfByte))
                  (local.get $bitOfByte))))
            (local.set $fourth
              (i8x16.sub
                (local.get $fourth)
                (i8x16.eq
                  (v128.and
                    (i8x16.swizzle (local.get $spread) (v128.const i8x16 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7))
                    (local.get $bitOfByte))
                  (local.get $bitOfByte))))
            (local.set $isOnly (i64.eq (i64.popcnt (local.get $bits)) (i64.const 1)))
            (if (i32.gt_u (local.get $maskBytes) (i32.const 8))
              (then
                (local.set $isOnly
                  (i32.and
                    (local.get $isOnly)
                    (i32.eq
                      (call $open_in (local.get $mask) (local.get $maskBytes) (local.get $open))
                      (i32.const 1))))))
            (local.set $only
              (i32.add
                (local.get $onlys)
                (i32.shl (i32.and (i32.wrap_i64 (i64.ctz (local.get $bits))) (i32.const 63)) (i32.const 2))))
            (i32.store (local.get $only)
              (i32.add
                (i32.load (local.get $only))
                (i32.and
                  (local.get $isOnly)
                  (i32.shr_u
                    (i32.load
                      (i32.add (local.get $alone) (i32.shl (i32.shr_u (local.get $ordinal) (i32.const 5)) (i32.const 2))))
                    (local.get $ordinal)))))
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
          (call $add_bytes (local.get $counts) (local.get $first))
          (call $add_bytes (i32.add (local.get $counts) (i32.const 64)) (local.get $second))
          (call $add_bytes (i32.add (local.get $counts) (i32.const 128)) (local.get $third))
          (call $add_bytes (i32.add (local.get $counts) (i32.const 192)) (local.get $fourth))
          (br $run)))
      (local.set $counts (i32.add (local.get $counts) (i32.const 256)))
      (local.set $onlys (i32.add (local.get $onlys) (i32.const 256)))
      (local.set $column (i32.add (local.get $column) (i32.const 8)))
      (br_if $columns (i32.lt_u (local.get $column) (local.get $maskBytes)))))
)
