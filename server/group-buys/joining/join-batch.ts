import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import { decideJoin } from '#domain/group-buys/participants/joining.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { hashOfBody } from '#platform/http/idempotency.ts'
import type { Identity } from '#platform/postgres/database.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { PREFER_INDEX_SCANS } from '#platform/postgres/queries/prefer-index-scans.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { type BatchDeps, type BatchedCall, OutcomeUnknown, ResultUnreadable } from '#server/command.ts'
import type { JoinRequest } from './join-request.ts'
import { type BuyFacts, type JoinerFacts, type JoinFacts, readJoinFacts, storedAnswerKey } from './read-join-facts.ts'
import { type DecidedJoin, writeJoins } from './write-joins.ts'

type JoinCall = BatchedCall<JoinRequest>

/** Without a user: a batch acts for several buyers, and each order is its own buyer's act. */
const BATCH_IDENTITY: Identity = { role: 'service_role', claims: { role: 'service_role', cause: 'buyer' } }

/**
 * Runs all joins of a batch in one transaction: reads the facts in one round trip, decides each join in order of
 * arrival, and writes the results in a second round trip (design.md, section 8; docs/decisions/0051). Throws
 * `OutcomeUnknown` if the commit was sent and not confirmed.
 */
export async function joinBatch(calls: readonly JoinCall[], deps: BatchDeps): Promise<(string | Refusal)[]> {
  let isSent = false
  try {
    return await deps.database.as(
      BATCH_IDENTITY,
      async (tx, sendCommit) => {
        const facts = await readJoinFacts(tx, calls, deps)
        deps.startNextBatch()
        const { outcomes, writing } = decideAndWrite(tx, calls, { facts, siteUrl: deps.context.siteUrl })
        const reads = readRepresentations(tx, calls, outcomes)
        // An unreadable representation rolls the writes back, so the commit waits for it.
        if (!reads) {
          isSent = true
          sendCommit()
        }
        const [written] = await awaitPipelined([writing, Promise.resolve(reads)])
        isSent = true
        return mergeAnswers(outcomes, written)
      },
      { settings: PREFER_INDEX_SCANS },
    )
  } catch (fault) {
    throw isSent && !readSqlError(fault) ? new OutcomeUnknown(fault) : fault
  }
}

/** The nil UUID, which no buy has: stands in for a missing id. */
export const NO_BUY_ID = '00000000-0000-0000-0000-000000000000'

interface SingleJoin extends Omit<JoinCall, 'key' | 'limits'> {
  /** For the links in the confirmation mail. */
  siteUrl: string
}

/**
 * A batch of one, in the caller's transaction, with the same facts, rule and statements. Rate limits and the
 * idempotency key are the caller's responsibility.
 */
export async function joinSingle(tx: pg.PoolClient, { siteUrl, ...call }: SingleJoin): Promise<string | Refusal> {
  const calls = [{ ...call, key: null, limits: [] }]
  const [, facts] = await awaitPipelined([
    tx.query({ ...USE_BATCH_SETTINGS, values: [JSON.stringify(PREFER_INDEX_SCANS)] }),
    readJoinFacts(tx, calls, { rateLimits: { takeEach: async () => [] } }),
  ])
  const { outcomes, writing } = decideAndWrite(tx, calls, { facts, siteUrl })
  const [answer] = mergeAnswers(outcomes, await writing)
  if (answer === undefined) throw new Error('Every join has an answer')
  return answer
}

/** Plans are cached by statement name, so a batch's statements must always be planned with the same settings. */
const USE_BATCH_SETTINGS = {
  name: 'join-as-a-batch',
  text: `select public.caused_by('buyer'), (select count(set_config(s.key, s.value, true)) from json_each_text($1::json) s) as settings`,
}

type JoinOutcome = DecidedJoin | string | Refusal

interface JoinContext {
  facts: JoinFacts
  siteUrl: string
}

/** Sends its statements synchronously, so that later ones can travel in the same packet. */
function decideAndWrite(tx: pg.PoolClient, calls: readonly JoinCall[], { facts, siteUrl }: JoinContext) {
  const outcomes = calls.map((call, index): JoinOutcome => decide(call, index, facts))
  const joins = outcomes.filter((one) => typeof one === 'object' && 'decision' in one)
  const writes = joins.length > 0 ? writeJoins(tx, { joins, facts, siteUrl }) : Promise.resolve([])
  return { outcomes, writing: writes }
}

function mergeAnswers(outcomes: readonly JoinOutcome[], written: readonly string[]): (string | Refusal)[] {
  let next = 0
  return outcomes.map((one) => (typeof one === 'object' && 'decision' in one ? (written[next++] ?? '') : one))
}

/**
 * Returns the stored answer of a replay, a refusal, or the order to write. A decided join updates the buy's counts in
 * `facts` for the joins behind it.
 */
function decide(call: JoinCall, index: number, facts: JoinFacts): JoinOutcome {
  if ((facts.waitSeconds[index] ?? 0) > 0) return refuse('too_many_requests')
  const person = facts.people[index]
  if (!person) throw new Error('facts_of_joiners returns one row per call')
  const joinerFault = refuseJoiner(person, call)
  // A row insert checks the user before the stored answer, as on every other table.
  if (joinerFault && call.input.asOrder) return joinerFault
  const stored = call.key ? facts.storedAnswers.get(storedAnswerKey(call.userId, call.key)) : undefined
  if (call.key && stored) {
    return stored.bodyHash.equals(hashOfBody(call.key.body)) ? stored.answer : refuse('idempotency_key_reused')
  }
  if (joinerFault) return joinerFault
  if (facts.isPaused) return refuse('market_paused')
  const buy = facts.buys.get(call.input.group_buy_id)
  const { quantity: requested, accept } = call.input
  const quantity = typeof requested === 'function' && buy ? requested(buy.facts) : requested
  if (typeof quantity === 'object') return quantity
  const decision = decideJoin(buy?.facts ?? null, {
    quantity: typeof quantity === 'number' ? quantity : 1,
    upTo: call.input.up_to ?? null,
    ownQuantity: call.input.own_quantity ?? null,
    joiner: person.joiner,
    now: facts.now,
  })
  const refusal = isRefusal(decision) ? decision : (accept?.(decision) ?? null)
  if (refusal) return refusal
  if (isRefusal(decision)) return decision
  if (!buy) throw new Error('A missing buy cannot be joined')
  buy.facts.currentQuantity = decision.newQuantity
  buy.facts.currentParticipants = decision.newParticipants
  takeOffer(buy.facts, person.joiner)
  if (!person.joiner.unpaid?.hasPaid) buy.facts.heldByNew = (buy.facts.heldByNew ?? 0) + decision.addedQuantity
  const orderId = decision.kind === 'grown' ? person.pendingOrderId : (call.input.orderId ?? crypto.randomUUID())
  if (!orderId) throw new Error('Only an existing order can grow')
  return { call, orderId, buy, person, decision }
}

/** The join takes the joiner's offer, so that it is no longer held from the joins behind it. */
function takeOffer(facts: BuyFacts['facts'], { offeredUnits = 0, liveQuantity = 0 }: JoinerFacts['joiner']): void {
  if (offeredUnits === 0) return
  facts.offeredUnits = (facts.offeredUnits ?? 0) - offeredUnits
  if (liveQuantity === 0) facts.offeredPeople = (facts.offeredPeople ?? 0) - 1
}

function refuseJoiner(person: JoinerFacts, { claims }: JoinCall): Refusal | null {
  if (person.isBlocked) return refuse('sign_in_required')
  return person.hasSecondFactor && claims.aal !== 'aal2' ? refuse('second_step_needed') : null
}

/**
 * Reads the representations that clients have requested, as their users, and then restores the batch's identity. Null
 * if none is requested.
 */
function readRepresentations(
  tx: pg.PoolClient,
  calls: readonly JoinCall[],
  outcomes: readonly JoinOutcome[],
): Promise<unknown> | null {
  const representations = calls.flatMap(({ input }, index): Promise<unknown>[] => {
    const outcome = outcomes[index]
    if (!input.asOrder?.readRepresentation || !outcome || isRefusal(outcome)) return []
    const id = typeof outcome === 'string' ? (JSON.parse(outcome) as OrderRow).id : outcome.orderId
    return [input.asOrder.readRepresentation(tx, id)]
  })
  if (representations.length === 0) return null
  const { role, claims } = BATCH_IDENTITY
  const back = tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    JSON.stringify(claims),
    role,
  ])
  return awaitPipelined([...representations, back]).catch((fault: unknown) => {
    throw new ResultUnreadable(fault)
  })
}
