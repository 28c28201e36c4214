import type pg from 'pg'
import type { EndMembershipInput } from '#api/commands/hand-overs.ts'
import { checkFields, optional, uuid } from '#domain/forms/validation.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyRider } from '#server/delivery-runs/notify-rider.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Ends a membership or withdraws an invitation, by a person who may grant it; a member may leave. Table rights follow
 * from the row. A rider's runs can be handed to another rider of the same place in the same act; one that is out has to
 * be.
 */
export const endMembership: Command<'end-membership'> = {
  name: 'end-membership',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['id', 'successor_id'],
  check: (raw) =>
    checkFields<EndMembershipInput>(raw, { id: uuid('Membership'), successor_id: optional(uuid('Rider')) }),
  async run({ input, caller, tx, context: { siteUrl } }) {
    const values = [input.id, caller.userId]
    const runs = await lockRuns(tx, values)
    if (input.successor_id) {
      const refusal = await handRunsOver(tx, { runs, successorId: input.successor_id, byId: caller.userId, siteUrl })
      if (refusal) return refusal
    } else if (runs.some((run) => run.is_out)) return refuse('rider_is_out')
    const member = (await tx.query<EndedMembership>(END_MEMBERSHIP, values)).rows[0]
    const ended = member ?? (await tx.query<EndedMembership>(END_INVITATION, values)).rows[0]
    if (!ended) return refuse('not_found')
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'staff.leave',
      subject: { type: ended.of_shop ? 'vendor' : 'pickup-point', id: ended.house },
      after: { member: ended.member },
    })
    return { id: input.id }
  },
}

interface RiderRun {
  id: string
  rider: string
  is_out: boolean
  /** The caller grants memberships here, and does not just leave. */
  may_end: boolean
  open_stops: number
}

/**
 * Open runs of a membership that is about to end. Orders are locked before runs, as wherever runs change. Planned runs
 * are locked too: a run that starts concurrently is either out already, or finds that its rider has left.
 */
async function lockRuns(tx: pg.PoolClient, values: readonly (string | null)[]): Promise<RiderRun[]> {
  await tx.query(
    `select from public.orders where id in (select s.order_id ${RUNS_OF_MEMBERSHIP} join public.delivery_stops s on s.run_id = r.id and s.status = 'open'
       where ${MAY_END_OR_LEAVE}) order by id for no key update`,
    [...values],
  )
  const { rows } = await tx.query<RiderRun>(
    `select r.id, u.full_name as rider, r.status = 'out' as is_out, coalesce(${MAY_END}, false) as may_end,
       (select count(*) from public.delivery_stops s where s.run_id = r.id and s.status = 'open')::integer as open_stops
     ${RUNS_OF_MEMBERSHIP} join public.profiles u on u.id = r.rider_id where ${MAY_END_OR_LEAVE} order by r.id for no key update of m, r`,
    [...values],
  )
  return rows
}

async function handRunsOver(
  tx: pg.PoolClient,
  { runs, successorId, byId, siteUrl }: RunHandOver,
): Promise<Refusal | null> {
  // A rider who leaves cannot burden a colleague with the runs.
  if (runs.some((run) => !run.may_end)) return refuse('not_found')
  const { rows } = await tx.query<{ full_name: string; rides: boolean; buys: boolean }>(
    `select p.full_name, not exists (select from unnest($2::uuid[]) as i (id) join public.delivery_runs r using (id)
         where r.rider_id = p.id or not rights.rides_for(p.id, r.pickup_point_id, r.vendor_id)) as rides,
       exists (select from public.delivery_stops s join public.orders o on o.id = s.order_id
         where s.run_id = any ($2::uuid[]) and s.status = 'open' and o.user_id = p.id) as buys
     from public.profiles p where p.id = $1`,
    [successorId, runs.map(({ id }) => id)],
  )
  const successor = rows[0]
  if (!successor?.rides) return refuse('rider_unknown')
  if (successor.buys) return refuse('rider_own_order')
  for (const { id, rider, open_stops: orders } of runs) {
    await tx.query('update public.delivery_runs set rider_id = $2 where id = $1', [id, successorId])
    await recordAct(tx, {
      actorId: byId,
      action: 'run.plan',
      subject: { type: 'delivery-run', id },
      before: { rider },
      after: { rider: successor.full_name, orders },
    })
  }
  await notifyRider(tx, { runIds: runs.map(({ id }) => id), riderId: successorId, siteUrl })
  return null
}

interface RunHandOver {
  runs: readonly RiderRun[]
  successorId: string
  byId: string | null
  siteUrl: string
}

interface EndedMembership {
  house: string | null
  of_shop: boolean
  member: string | null
}

/**
 * SQL condition: the person is the shop's owner with the vendor role or, for places, a coordinator or administrator.
 */
const MAY_END = `(m.vendor_id in (select v.id from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.owner_id = $2)
  or m.pickup_point_id is not null and exists (select from public.profiles where id = $2 and role in ('coordinator', 'chief')))`

const MAY_END_OR_LEAVE = `m.id = $1 and m.duty = 'delivery' and m.ended_at is null and (m.person_id = $2 or ${MAY_END})`

const RUNS_OF_MEMBERSHIP = `from public.memberships m join public.delivery_runs r on r.rider_id = m.person_id and r.status in ('planned', 'out')
  and (r.pickup_point_id = m.pickup_point_id or r.vendor_id = m.vendor_id)`

const END_MEMBERSHIP = `update public.memberships m set ended_at = clock_timestamp() where m.id = $1 and m.ended_at is null and (m.person_id = $2 or ${MAY_END})
  returning coalesce(m.vendor_id, m.pickup_point_id) as house, m.vendor_id is not null as of_shop, m.person_id as member`

const END_INVITATION = `update public.staff_invitations m set ended_at = clock_timestamp() where m.id = $1 and m.ended_at is null and m.accepted_at is null and ${MAY_END}
  returning coalesce(m.vendor_id, m.pickup_point_id) as house, m.vendor_id is not null as of_shop, null::uuid as member`
