import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import {
  LOCK_MINUTES,
  WRONG_TRIES_ALLOWED,
  WRONG_TRIES_OF_ONE_HOUSE,
  WRONG_TRIES_OF_ONE_PERSON,
} from '#domain/hand-overs/code-text.ts'
import { type Codes, livingCodes, ownCode } from './codes.ts'

type Tried =
  | { outcome: 'right'; codeId: string; nominee: string | null }
  | { outcome: 'wrong'; tries_left: number }
  /** Nobody may try until then: this hand-over by anybody, this person at any, or anybody at this house. */
  | { outcome: 'locked'; until: string }

interface Try {
  handOverId: string
  code: string
  personId: string
}

/**
 * Tries a code at a hand-over whose order the caller holds, so that tries of many at once are counted one after the other. What is
 * counted must be kept: the caller answers a wrong code, and does not roll back.
 */
export async function tryCode(tx: pg.ClientBase, codes: Codes, { handOverId, code, personId }: Try): Promise<Tried> {
  // One person at many scanners at once counts as one.
  await tx.query(`select pg_advisory_xact_lock(hashtext('tries of ' || $1))`, [personId])
  const until = await lockedUntil(tx, handOverId, personId)
  if (until) return { outcome: 'locked', until: until.toISOString() }
  await ownCode(tx, codes, handOverId)
  const hash = codes.hashOf(handOverId, code)
  const right = (await livingCodes(tx, handOverId)).find((living) => timingSafeEqual(living.hash, hash))
  if (right) return { outcome: 'right', codeId: right.id, nominee: right.nominee }
  await tx.query('insert into codes.wrong_tries (hand_over_id, person_id) values ($1, $2)', [handOverId, personId])
  const { rows } = await tx.query<{ wrong: number; locked_until: Date | null }>(COUNT_WRONG, [
    handOverId,
    WRONG_TRIES_ALLOWED,
    LOCK_MINUTES,
  ])
  const lockedNow = rows[0]?.locked_until
  if (lockedNow && rows[0]?.wrong === 0) return { outcome: 'locked', until: lockedNow.toISOString() }
  return { outcome: 'wrong', tries_left: WRONG_TRIES_ALLOWED - (rows[0]?.wrong ?? 0) }
}

/** The right code ends, and with it the count and every other living code of this hand-over. */
export async function spendCode(
  tx: pg.ClientBase,
  { handOverId, codeId }: { handOverId: string; codeId: string | null },
): Promise<void> {
  await tx.query(
    `update codes.codes set used_at = case when id = $2 then clock_timestamp() end, ended_at = case when id is distinct from $2 then clock_timestamp() end
     where hand_over_id = $1 and used_at is null and ended_at is null`,
    [handOverId, codeId],
  )
}

/** Until when nobody may try a code here, or this person anywhere; null: now. */
export async function lockedUntil(tx: pg.ClientBase, handOverId: string, personId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ until: Date | null }>(LOCKED_UNTIL, [
    handOverId,
    personId,
    LOCK_MINUTES,
    WRONG_TRIES_OF_ONE_PERSON,
    WRONG_TRIES_OF_ONE_HOUSE,
  ])
  return rows[0]?.until ?? null
}

/** After the last try allowed the count begins anew, behind the lock. */
const COUNT_WRONG = `
  insert into codes.locks as l (hand_over_id, wrong) values ($1, 1)
  on conflict (hand_over_id) do update set
    wrong = case when l.wrong + 1 >= $2 then 0 else l.wrong + 1 end,
    locked_until = case when l.wrong + 1 >= $2 then clock_timestamp() + make_interval(mins => $3) end
  returning wrong, locked_until`

/** A house is a hub, or a shop with all its places: staff come and go, and each has a count of their own. */
const LOCKED_UNTIL = `
  with lately as (
    select w.at, w.person_id, coalesce(p.vendor_id, h.pickup_point_id, o.vendor_id) as house_id from codes.wrong_tries w
    join public.hand_overs h on h.id = w.hand_over_id join public.orders o on o.id = h.order_id left join public.pickup_points p on p.id = h.pickup_point_id
    where w.at > clock_timestamp() - make_interval(mins => $3)
  ), here as (
    select coalesce(p.vendor_id, h.pickup_point_id, o.vendor_id) as house_id from public.hand_overs h join public.orders o on o.id = h.order_id
    left join public.pickup_points p on p.id = h.pickup_point_id where h.id = $1
  )
  select greatest((select l.locked_until from codes.locks l where l.hand_over_id = $1 and l.locked_until > clock_timestamp()),
    (select min(w.at) + make_interval(mins => $3) from (select at from lately where person_id = $2 order by at desc limit $4) w having count(*) >= $4),
    (select min(w.at) + make_interval(mins => $3) from (select at from lately where house_id = (select house_id from here) order by at desc limit $5) w
      having count(*) >= $5)) as until`
