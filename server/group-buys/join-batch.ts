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
import type { JoinRequest } from './join-request.ts'
import { type JoinerFacts, type JoinFacts, readJoinFacts, storedAnswerKey } from './read-join-facts.ts'
import { type DecidedJoin, writeJoins } from './write-joins.ts'

type JoinCall = TogetherCall<JoinRequest>

/** Names nobody: each order is its own buyer's act. */
const BATCH_IDENTITY: Identity = { role: 'service_role', claims: { role: 'service_role', cause: 'buyer' } }

/**
 * All joins of a batch in one transaction: the facts of all in one round trip, then a decision for each in the order in which they came, then everything
 * that follows in another. Design.md, section 8; docs/decisions/0051. Throws `OutcomeUnknown` where the commit was sent and not answered.
 */
export async function joinBatch(calls: readonly JoinCall[], deps: TogetherDeps): Promise<(string | Refusal)[]> {
  let isSent = false
  try {
    return await deps.database.as(
      BATCH_IDENTITY,
      async (tx, sendCommit) => {
        const facts = await readJoinFacts(tx, calls, deps)
        deps.letNextIn()
        const { outcomes, writing } = decideAndWrite(tx, calls, { facts, siteUrl: deps.shop.siteUrl })
        const showing = readRepresentations(tx, calls, outcomes)
        // What cannot be shown undoes what was written, so the commit waits for it.
        if (!showing) {
          isSent = true
          sendCommit()
        }
        const [written] = await inOnePacket([writing, Promise.resolve(showing)])
        isSent = true
        return mergeAnswers(outcomes, written)
      },
      { settings: BY_INDEX },
    )
  } catch (fault) {
    throw isSent && !readSqlError(fault) ? new OutcomeUnknown(fault) : fault
  }
}

/** No buy has this id: for a call that names none. */
export const NO_BUY_ID = '00000000-0000-0000-0000-000000000000'

interface SingleJoin extends Omit<JoinCall, 'key' | 'limits'> {
  /** For links in the mail that confirms it. */
  siteUrl: string
}

/**
 * A batch of one, in a transaction that has begun: by the same facts, the same rule and the same statements. Its limits and its key are the caller's to mind.
 */
export async function joinSingle(tx: pg.PoolClient, { siteUrl, ...call }: SingleJoin): Promise<string | Refusal> {
  const calls = [{ ...call, key: null, limits: [] }]
  const [, facts] = await inOnePacket([
    tx.query({ ...USE_BATCH_SETTINGS, values: [JSON.stringify(BY_INDEX)] }),
    readJoinFacts(tx, calls, { rateLimits: { takeEach: async () => [] } }),
  ])
  const { outcomes, writing } = decideAndWrite(tx, calls, { facts, siteUrl })
  const [answer] = mergeAnswers(outcomes, await writing)
  if (answer === undefined) throw new Error('Every join is answered')
  return answer
}

/** Plans are kept under the names of statements, so that those of a batch must not be made by other settings. */
const USE_BATCH_SETTINGS = {
  name: 'join-as-a-batch',
  text: `select public.caused_by('buyer'), (select count(set_config(s.key, s.value, true)) from json_each_text($1::json) s) as settings`,
}

type JoinOutcome = DecidedJoin | string | Refusal

interface JoinContext {
  facts: JoinFacts
  siteUrl: string
}

/** Sends its statements in this turn, so that what follows them can go in the same packet. */
function decideAndWrite(tx: pg.PoolClient, calls: readonly JoinCall[], { facts, siteUrl }: JoinContext) {
  const outcomes = calls.map((call, index): JoinOutcome => decide(call, index, facts))
  const joins = outcomes.filter((one) => typeof one === 'object' && 'decision' in one)
  const writing = joins.length > 0 ? writeJoins(tx, { joins, facts, siteUrl }) : Promise.resolve([])
  return { outcomes, writing }
}

function mergeAnswers(outcomes: readonly JoinOutcome[], written: readonly string[]): (string | Refusal)[] {
  let next = 0
  return outcomes.map((one) => (typeof one === 'object' && 'decision' in one ? (written[next++] ?? '') : one))
}

/** A replay's answer, a refusal, or what is to be written; then the buy counts it for those who come after. */
function decide(call: JoinCall, index: number, facts: JoinFacts): JoinOutcome {
  if ((facts.waits[index] ?? 0) > 0) return refuse('too_many_requests')
  const person = facts.people[index]
  if (!person) throw new Error('The facts of joiners have a row for each')
  const joinerFault = joinerRefusal(person, call)
  // Who inserts rows is judged before what was kept for them, as for every other table.
  if (joinerFault && call.input.asOrder) return joinerFault
  const stored = call.key ? facts.storedAnswers.get(storedAnswerKey(call.userId, call.key)) : undefined
  if (call.key && stored) {
    return stored.bodyHash.equals(hashOfBody(call.key.body)) ? stored.answer : refuse('idempotency_key_reused')
  }
  if (joinerFault) return joinerFault
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

function joinerRefusal(person: JoinerFacts, { claims }: JoinCall): Refusal | null {
  if (person.isGone) return refuse('sign_in_required')
  return person.hasSecondFactor && claims.aal !== 'aal2' ? refuse('second_step_needed') : null
}

/** The last that is read; afterwards the transaction is the owners' again. Null where nobody wants to be shown anything. */
function readRepresentations(
  tx: pg.PoolClient,
  calls: readonly JoinCall[],
  outcomes: readonly JoinOutcome[],
): Promise<unknown> | null {
  const shown = calls.flatMap(({ input }, index): Promise<unknown>[] => {
    const outcome = outcomes[index]
    if (!input.asOrder?.readRepresentation || !outcome || isRefusal(outcome)) return []
    const id = typeof outcome === 'string' ? (JSON.parse(outcome) as OrderRow).id : outcome.orderId
    return [input.asOrder.readRepresentation(tx, id)]
  })
  if (shown.length === 0) return null
  const { role, claims } = BATCH_IDENTITY
  const back = tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    JSON.stringify(claims),
    role,
  ])
  return inOnePacket([...shown, back]).catch((fault: unknown) => {
    throw new NotShown(fault)
  })
}
