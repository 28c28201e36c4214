import type { OrderRow } from '#api/commands.ts'
import { type Refusal as DomainRefusal, isRefusal, refuse } from '#domain/refusal.ts'
import { tableTexts, triggerTexts } from '#domain/texts/refusals.ts'
import { uuidText } from '#domain/validation.ts'
import { readIdempotencyKey, withIdempotency } from '#platform/http/idempotency.ts'
import { NoFreeConnection } from '#platform/postgres/lanes.ts'
import type { Limit } from '#platform/rate-limits/rate-limits.ts'
import { tooManyWrites } from '#platform/tables/errors.ts'
import type { WantedWrite } from '#platform/tables/exchange.ts'
import { type Interceptor, namesRows, type Refusal, soleEquality, type Written } from '#platform/tables/interceptors.ts'
import { requireActiveSession } from './accounts/session-status.ts'
import { setRole } from './accounts/set-role.ts'
import type { FunctionsDeps } from './call.ts'
import { type AnyCommand, callerOf } from './command.ts'
import { createOrder, parseOrderInsert } from './group-buys/create-order.ts'
import { joinGroupBuy } from './group-buys/join-group-buy.ts'
import type { JoinRequest } from './group-buys/join-request.ts'
import { guardRefusal, Refused, statusOf, unreadableKey } from './refused.ts'
import type { Batches } from './take-together.ts'

type Write = Parameters<Interceptor['run']>[0]

/** Lets commands answer the specification's table calls that change roles or places (design.md, sections 1 and 7). */
export function tableInterceptors(deps: FunctionsDeps, batches: ReadonlyMap<string, Batches>): Interceptor[] {
  const joins = batches.get(joinGroupBuy.name)
  return [
    {
      method: 'POST',
      table: 'orders',
      run: (write) => asCommand(write, () => postOrder(write, deps), joinGroupBuy),
      ...(joins && { together: (write) => postOrderTogether(write, joins) }),
    },
    {
      method: 'PATCH',
      table: 'profiles',
      applies: ({ rows }) => changesRole(rows),
      run: (write) => asCommand(write, () => patchRole(write, deps), setRole),
    },
    {
      method: 'DELETE',
      table: 'products',
      applies: ({ filters }) => soleEquality(filters, 'id') === undefined,
      run: async () => ({ status: 400, code: 'PT400', message: triggerTexts.oneProductAtATime }),
    },
    ...(Object.keys(KEPT_BY_STAFF) as (keyof typeof KEPT_BY_STAFF)[]).flatMap(namedRowsOnly),
  ]
}

/**
 * How often one person may write, and call the command that answers a write. Counted before the transaction: a refusal rolls that
 * back, and whoever is refused has tried all the same. Visitors may write nothing at all, so nothing needs counting.
 */
export function writeLimits({ identity, method, table, rows }: WantedWrite): Limit[] {
  const { sub } = identity.claims
  if (typeof sub !== 'string') return []
  const all = { key: `write:${sub}`, tries: 100, windowSeconds: 60 }
  const command =
    method === 'POST' && table === 'orders'
      ? joinGroupBuy
      : method === 'PATCH' && table === 'profiles' && changesRole(rows)
        ? setRole
        : null
  return command ? [all, { key: `command:${command.name}:${sub}`, ...command.limit }] : [all]
}

const changesRole = (rows: WantedWrite['rows']) => rows.some((row) => 'role' in row)

/** What staff write as rows, each with the columns that name one. The secret key may write by any filter. */
const KEPT_BY_STAFF = {
  featured_deals: ['id'],
  advertisements: ['id'],
  email_templates: ['id', 'type'],
  blog_categories: ['id', 'slug'],
  blog_tags: ['id', 'slug'],
  blog_posts: ['id', 'slug'],
  blog_post_tags: ['post_id'],
  public_holidays: ['date'],
} as const

/** A filter that fits every row empties a table by one mistake: whoever changes or removes rows names them. */
function namedRowsOnly(table: keyof typeof KEPT_BY_STAFF): Interceptor[] {
  const keys = KEPT_BY_STAFF[table]
  return (['PATCH', 'DELETE'] as const).map((method) => ({
    method,
    table,
    applies: ({ filters, identity }) =>
      identity.role !== 'service_role' && filters.length > 0 && !keys.some((key) => namesRows(filters, key)),
    run: async () => ({ status: 400, code: 'PT400', message: tableTexts.nameTheRows(keys[0]) }),
  }))
}

/** Records on whose behalf the service acts, and turns refusals and guards into the table API's form. */
async function asCommand(
  write: Write,
  work: () => Promise<Written>,
  command: Pick<AnyCommand, 'personal'>,
): Promise<Written | Refusal> {
  const { sub } = write.identity.claims
  if (typeof sub !== 'string') return refusalOf(refuse('sign_in_required'))
  await write.tx.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ role: 'service_role', act: sub }),
  ])
  try {
    await requireActiveSession(write.tx, write.identity.claims, command)
    return await work()
  } catch (error) {
    if (error instanceof Refused) return refusalOf(error.refusal)
    const guarded = guardRefusal(error)
    if (guarded) return refusalOf(guarded)
    throw error
  }
}

async function postOrder(write: Write, deps: FunctionsDeps): Promise<Written> {
  const [row, ...more] = write.rows
  if (!row || more.length > 0) throw new Refused(refuse('invalid_input', { message: 'Send one order.' }))
  const caller = callerOf(write.identity, deps.clientAddress(write.request))
  const sent = readIdempotencyKey(write.request.headers)
  if (sent === undefined) throw new Refused(unreadableKey())
  const id = row.id === undefined || row.id === null ? null : uuidText(row.id)
  const actor = caller.userId ?? ''
  // One id is one order, whatever key comes with it; a key of its own is honoured as well.
  const keys = [sent && { route: POST_ORDERS, key: sent }, id && { route: 'POST orders by id', key: id }].filter(isKey)
  const work = async () => ({
    status: 201,
    answer: await createOrder(write.tx, row, { caller, siteUrl: deps.shop.siteUrl }),
  })
  const { answer } = await keys.reduceRight<typeof work>((inner, { route, key }) => {
    return async () => {
      const done = await withIdempotency(write.tx, { actor, route, key, body: row }, inner)
      if (done.outcome === 'refused') throw new Refused(refuse('idempotency_key_reused'))
      return { status: done.status, answer: done.answer as OrderRow }
    }
  }, work)()
  return { keys: [{ id: answer.id }] }
}

/**
 * With the joins that wait at the same time (docs/decisions/0051), under the same limits as by itself. Whatever this cannot take, such as an order whose id
 * the client has made, or would refuse before it asks the database, goes by itself.
 */
async function postOrderTogether(
  { identity, request, rows, show }: Parameters<NonNullable<Interceptor['together']>>[0],
  joins: Batches,
): Promise<Written | Refusal | undefined> {
  const { claims, role } = identity
  const [row, ...more] = rows
  const userId = uuidText(claims.sub)
  const sent = readIdempotencyKey(request.headers)
  if (!row || more.length > 0 || role !== 'authenticated' || userId === '' || userId !== claims.sub) return undefined
  const wanted = parseOrderInsert(row)
  if (isRefusal(wanted) || wanted.orderId || wanted.buyId === '' || sent === undefined) return undefined
  const input: JoinRequest = {
    group_buy_id: wanted.buyId,
    quantity: wanted.quantity,
    accept: wanted.accept,
    asOrder: { readRepresentation: show && ((tx, id) => show(tx, { id })) },
  }
  const key = sent === null ? null : { key: sent, route: POST_ORDERS, body: row }
  const limits = writeLimits({ identity, method: 'POST', table: 'orders', rows })
  const outcome = await joins({ call: { input, userId, claims, key, limits }, request })
  if (!outcome) throw new NoFreeConnection('Too many joins wait already')
  if (outcome.kind === 'failed') throw outcome.fault
  if (outcome.kind !== 'answered') return undefined
  const { answer } = outcome
  if (typeof answer === 'string') return { keys: [{ id: (JSON.parse(answer) as OrderRow).id }] }
  if (answer.code === 'too_many_requests') throw tooManyWrites()
  return refusalOf(wanted.toOrderRefusal(answer))
}

/** Under which answers to keys are kept. */
const POST_ORDERS = 'POST orders'

const isKey = (key: string | null | { route: string; key: string }): key is { route: string; key: string } =>
  typeof key === 'object' && key !== null

async function patchRole(write: Write, deps: FunctionsDeps): Promise<Written> {
  const id = soleEquality(write.filters, 'id')
  const [row] = write.rows
  if (id === undefined) throw new Refused(refuse('invalid_input', { message: 'Name one person with id=eq.' }))
  if (!row || Object.keys(row).length !== 1)
    throw new Refused(refuse('not_allowed', { message: 'A role is changed alone.' }))
  const caller = callerOf(write.identity, deps.clientAddress(write.request))
  const checked = setRole.check({ user_id: id, role: row.role })
  if (!checked.ok) throw new Refused(refuse('select_user_and_role'))
  const key = readIdempotencyKey(write.request.headers)
  if (key === undefined) throw new Refused(unreadableKey())
  const work = async () => {
    const outcome = await setRole.run({ input: checked.value, caller, tx: write.tx, shop: deps.shop })
    if (isRefusal(outcome)) throw new Refused(outcome)
    return { status: 204, answer: null }
  }
  if (key === null) await work()
  else {
    const call = { actor: caller.userId ?? '', route: 'PATCH profiles', key, body: checked.value }
    if ((await withIdempotency(write.tx, call, work)).outcome === 'refused')
      throw new Refused(refuse('idempotency_key_reused'))
  }
  return { keys: [{ id }] }
}

function refusalOf(refusal: DomainRefusal): Refusal {
  return { status: statusOf(refusal), code: refusal.code, message: refusal.message, details: refusal.details ?? null }
}
