import type pg from 'pg'
import type { OrderRow } from '#api/commands.ts'
import { decideJoin } from '#domain/group-buys/joining.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { hashOfBody } from '#platform/http/idempotency.ts'
import { BY_INDEX } from '#platform/postgres/by-index.ts'
import type { Identity } from '#platform/postgres/database.ts'
import { inOnePacket } from '#platform/postgres/in-one-packet.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { NotShown, OutcomeUnknown, type TogetherCall, type TogetherDeps } from '../command.ts'
import { type FactsOfJoins, type PersonToJoin, readJoinsTogether, storedAs } from './read-joins-together.ts'
import type { WantedJoin } from './wanted-join.ts'
import { type DecidedJoin, writeJoins } from './write-joins.ts'

type JoinCall = TogetherCall<WantedJoin>

/** Names nobody: each order is its own buyer's act. */
const OWNERS: Identity = { role: 'service_role', claims: { role: 'service_role', cause: 'buyer' } }

/**
 * All joins of a batch in one transaction: the facts of all in one round trip, then a decision for each in the order in which they came, then everything
 * that follows in another. Design.md, section 8; docs/decisions/0051. Throws `OutcomeUnknown` where the commit was sent and not answered.
 */
export async function joinTogether(calls: readonly JoinCall[], deps: TogetherDeps): Promise<(string | Refusal)[]> {
  let isSent = false
  try {
    return await deps.database.as(
      OWNERS,
      async (tx, sendCommit) => {
        const facts = await readJoinsTogether(tx, calls, deps)
        deps.letNextIn()
        const { outcomes, writing } = decideAndWrite(tx, calls, { facts, siteUrl: deps.shop.siteUrl })
        const showing = showOrders(tx, calls, outcomes)
        // What cannot be shown undoes what was written, so the commit waits for it.
        if (!showing) {
          isSent = true
          sendCommit()
        }
        const [written] = await inOnePacket([writing, Promise.resolve(showing)])
        isSent = true
        return answersOf(outcomes, written)
      },
      { settings: BY_INDEX },
    )
  } catch (fault) {
    throw isSent && !readSqlError(fault) ? new OutcomeUnknown(fault) : fault
  }
}

/** No buy has this id: for a call that names none. */
export const NO_BUY_ID = '00000000-0000-0000-0000-000000000000'

interface LoneJoin extends Omit<JoinCall, 'key' | 'limits'> {
  /** For links in the mail that confirms it. */
  siteUrl: string
}

/**
 * A batch of one, in a transaction that has begun: by the same facts, the same rule and the same statements. Its limits and its key are the caller's to mind.
 */
export async function joinAlone(tx: pg.PoolClient, { siteUrl, ...call }: LoneJoin): Promise<string | Refusal> {
  const calls = [{ ...call, key: null, limits: [] }]
  const [, facts] = await inOnePacket([
    tx.query({ ...AS_A_BATCH, values: [JSON.stringify(BY_INDEX)] }),
    readJoinsTogether(tx, calls, { rateLimits: { takeEach: async () => [] } }),
  ])
  const { outcomes, writing } = decideAndWrite(tx, calls, { facts, siteUrl })
  const [answer] = answersOf(outcomes, await writing)
  if (answer === undefined) throw new Error('Every join is answered')
  return answer
}

/** Plans are kept under the names of statements, so that those of a batch must not be made by other settings. */
const AS_A_BATCH = {
  name: 'join-as-a-batch',
  text: `select public.caused_by('buyer'), (select count(set_config(s.key, s.value, true)) from json_each_text($1::json) s) as settings`,
}

type Outcome = DecidedJoin | string | Refusal

interface Deciding {
  facts: FactsOfJoins
  siteUrl: string
}

/** Sends its statements in this turn, so that what follows them can go in the same packet. */
function decideAndWrite(tx: pg.PoolClient, calls: readonly JoinCall[], { facts, siteUrl }: Deciding) {
  const outcomes = calls.map((call, index): Outcome => decide(call, index, facts))
  const joins = outcomes.filter((one) => typeof one === 'object' && 'decision' in one)
  const writing = joins.length > 0 ? writeJoins(tx, { joins, facts, siteUrl }) : Promise.resolve([])
  return { outcomes, writing }
}

function answersOf(outcomes: readonly Outcome[], written: readonly string[]): (string | Refusal)[] {
  let next = 0
  return outcomes.map((one) => (typeof one === 'object' && 'decision' in one ? (written[next++] ?? '') : one))
}

/** A replay's answer, a refusal, or what is to be written; then the buy counts it for those who come after. */
function decide(call: JoinCall, index: number, facts: FactsOfJoins): Outcome {
  if ((facts.waits[index] ?? 0) > 0) return refuse('too_many_requests')
  const person = facts.people[index]
  if (!person) throw new Error('The facts of joiners have a row for each')
  const held = heldBack(person, call)
  // Who inserts rows is judged before what was kept for them, as for every other table.
  if (held && call.input.asOrder) return held
  const stored = call.key ? facts.stored.get(storedAs(call.userId, call.key)) : undefined
  if (call.key && stored) {
    return stored.bodyHash.equals(hashOfBody(call.key.body)) ? stored.answer : refuse('idempotency_key_reused')
  }
  if (held) return held
  const buy = facts.buys.get(call.input.group_buy_id)
  const { quantity: wanted, accept } = call.input
  const quantity = typeof wanted === 'function' && buy ? wanted(buy.facts) : wanted
  if (typeof quantity === 'object') return quantity
  const decision = decideJoin(buy?.facts ?? null, {
    quantity: typeof quantity === 'number' ? quantity : 1,
    joiner: person.joiner,
    now: facts.now,
  })
  const objection = isRefusal(decision) ? decision : (accept?.(decision) ?? null)
  if (objection) return objection
  if (isRefusal(decision)) return decision
  if (!buy) throw new Error('Nobody joins a buy that is not there')
  buy.facts.currentQuantity = decision.newQuantity
  buy.facts.currentParticipants = decision.newParticipants
  if (!person.joiner.unpaid?.hasPaid) buy.facts.heldByNew = (buy.facts.heldByNew ?? 0) + decision.addedQuantity
  const orderId = decision.kind === 'grown' ? person.pendingOrderId : (call.input.orderId ?? crypto.randomUUID())
  if (!orderId) throw new Error('Only an order that is there can grow')
  return { call, orderId, buy, person, decision }
}

function heldBack(person: PersonToJoin, { claims }: JoinCall): Refusal | null {
  if (person.isGone) return refuse('sign_in_required')
  return person.hasSecondFactor && claims.aal !== 'aal2' ? refuse('second_step_needed') : null
}

/** The last that is read; afterwards the transaction is the owners' again. Null where nobody wants to be shown anything. */
function showOrders(
  tx: pg.PoolClient,
  calls: readonly JoinCall[],
  outcomes: readonly Outcome[],
): Promise<unknown> | null {
  const shown = calls.flatMap(({ input }, index): Promise<unknown>[] => {
    const outcome = outcomes[index]
    if (!input.asOrder?.show || !outcome || isRefusal(outcome)) return []
    const id = typeof outcome === 'string' ? (JSON.parse(outcome) as OrderRow).id : outcome.orderId
    return [input.asOrder.show(tx, id)]
  })
  if (shown.length === 0) return null
  const { role, claims } = OWNERS
  const back = tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    JSON.stringify(claims),
    role,
  ])
  return inOnePacket([...shown, back]).catch((fault: unknown) => {
    throw new NotShown(fault)
  })
}
