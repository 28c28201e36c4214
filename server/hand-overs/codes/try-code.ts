import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import {
  LOCK_MINUTES,
  MAX_WRONG_CODES,
  MAX_WRONG_CODES_PER_HOUSE,
  MAX_WRONG_CODES_PER_PERSON,
} from '#domain/hand-overs/code-text.ts'
import { type Codes, ensureOwnCode, readActiveCodes } from './codes.ts'
import { listVisit } from './visit.ts'

type CodeResult =
  | { outcome: 'right'; codeId: string; nominee: string | null }
  | { outcome: 'wrong'; tries_left: number }
  /** Tries are locked until then: for this hand-over, for this person, or for the whole shop or hub. */
  | { outcome: 'locked'; until: string }

interface CodeAttempt {
  handOverId: string
  code: string
  personId: string
}

/**
 * Tries a code at a hand-over. The caller holds the visit's locks, which serialize concurrent tries. The count must be
 * committed: the caller returns a wrong code as a result and does not roll back.
 */
export async function tryCode(
  tx: pg.ClientBase,
  codes: Codes,
  { handOverId, code, personId }: CodeAttempt,
): Promise<CodeResult> {
  const until = await awaitTries(tx, { handOverId, personId })
  if (until) return { outcome: 'locked', until: until.toISOString() }
  await ensureOwnCode(tx, codes, handOverId)
  const hash = codes.hash(handOverId, code)
  const match = (await readActiveCodes(tx, handOverId)).find((active) => timingSafeEqual(active.hash, hash))
  if (match) return { outcome: 'right', codeId: match.id, nominee: match.nominee }
  const { wrong, lockedUntil: lock } = await countWrongTry(tx, { handOverId, personId })
  if (lock) return { outcome: 'locked', until: lock.toISOString() }
  return { outcome: 'wrong', tries_left: MAX_WRONG_CODES - wrong }
}

/** Serializes one person's tries at several scanners, and returns until when they are locked. */
export async function awaitTries(
  tx: pg.ClientBase,
  { handOverId, personId }: Omit<CodeAttempt, 'code'>,
): Promise<Date | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('tries of ' || $1))`, [personId])
  return lockedUntil(tx, handOverId, personId)
}

/** Counts a wrong code at a hand-over, and whether it was the last one allowed. The caller commits. */
export async function countWrongTry(
  tx: pg.ClientBase,
  { handOverId, personId }: Omit<CodeAttempt, 'code'>,
): Promise<{ wrong: number; lockedUntil: Date | null }> {
  await tx.query('insert into codes.wrong_tries (hand_over_id, person_id) values ($1, $2)', [handOverId, personId])
  // Counted for the whole visit, whose hand-overs have one code: more orders allow no more guesses.
  const { rows } = await tx.query<{ wrong: number; locked_until: Date | null }>(COUNT_WRONG, [
    [handOverId, ...(await listVisit(tx, handOverId))],
    MAX_WRONG_CODES,
    LOCK_MINUTES,
  ])
  const lockedNow = rows.find(({ wrong, locked_until }) => wrong === 0 && locked_until !== null)?.locked_until
  return { wrong: Math.max(...rows.map(({ wrong }) => wrong)), lockedUntil: lockedNow ?? null }
}

/** Marks the right code used and ends all other active codes of the hand-over. */
export async function redeemCode(
  tx: pg.ClientBase,
  { handOverId, codeId }: { handOverId: string; codeId: string | null },
): Promise<void> {
  await tx.query(
    `update codes.codes set used_at = case when id = $2 then clock_timestamp() end, ended_at = case when id is distinct from $2 then clock_timestamp() end
     where hand_over_id = $1 and used_at is null and ended_at is null`,
    [handOverId, codeId],
  )
}

/** Returns until when this person may not try a code at this hand-over; null if they may now. */
export async function lockedUntil(tx: pg.ClientBase, handOverId: string, personId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ until: Date | null }>(LOCKED_UNTIL, [
    handOverId,
    personId,
    LOCK_MINUTES,
    MAX_WRONG_CODES_PER_PERSON,
    MAX_WRONG_CODES_PER_HOUSE,
    // Goods that became ready during a lock have the same code and wait with the others.
    [handOverId, ...(await listVisit(tx, handOverId))],
  ])
  return rows[0]?.until ?? null
}

/** Counts a wrong try. The last one allowed sets the lock and resets the count. */
const COUNT_WRONG = `
  insert into codes.locks as l (hand_over_id, wrong) select id, 1 from unnest($1::uuid[]) as w (id)
  on conflict (hand_over_id) do update set
    wrong = case when l.wrong + 1 >= $2 then 0 else l.wrong + 1 end,
    locked_until = case when l.wrong + 1 >= $2 then clock_timestamp() + make_interval(mins => $3) end
  returning wrong, locked_until`

/**
 * A house is a hub, or a shop with all its places. It has a limit too, because a limit per person alone grows with the
 * staff.
 */
const LOCKED_UNTIL = `
  with lately as (
    select w.at, w.person_id, coalesce(p.vendor_id, h.pickup_point_id, o.vendor_id) as house_id from codes.wrong_tries w
    join public.hand_overs h on h.id = w.hand_over_id join public.orders o on o.id = h.order_id left join public.pickup_points p on p.id = h.pickup_point_id
    where w.at > clock_timestamp() - make_interval(mins => $3)
  ), here as (
    select coalesce(p.vendor_id, h.pickup_point_id, o.vendor_id) as house_id from public.hand_overs h join public.orders o on o.id = h.order_id
    left join public.pickup_points p on p.id = h.pickup_point_id where h.id = $1
  )
  select greatest((select max(l.locked_until) from codes.locks l where l.hand_over_id = any ($6) and l.locked_until > clock_timestamp()),
    (select min(w.at) + make_interval(mins => $3) from (select at from lately where person_id = $2 order by at desc limit $4) w having count(*) >= $4),
    (select min(w.at) + make_interval(mins => $3) from (select at from lately where house_id = (select house_id from here) order by at desc limit $5) w
      having count(*) >= $5)) as until`
