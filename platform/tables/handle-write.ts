import type { JsonBody } from '#platform/http/requests/body.ts'
import type { Table } from './catalogue/schema.ts'
import { invalidBody, missingFilter, tooManyRows, tooManyWrites, upsertImpossible } from './errors/errors.ts'
import { type Exchange, inTransaction, interceptorsOf, type Reply } from './exchange.ts'
import { batchedReply, interceptedReply } from './intercepted-write.ts'
import { type ParsedQuery, parseQuery } from './parsing/parse-query.ts'
import { payloadOf, type Row, rowsOf } from './payload.ts'
import { withoutKey } from './put.ts'
import type { WriteRequest } from './settings.ts'
import { explain, planContentType } from './statements/explain.ts'
import { type Upsert, type Write, writeStatement } from './statements/write-statement.ts'
import { planWrite, replyToWrite, writtenForm } from './write-reply.ts'

/** POST, PUT, PATCH and DELETE of a table or view. */
export async function handleWrite(exchange: Exchange, table: Table): Promise<Reply> {
  const { method, settings, parameters } = exchange
  const sent = parseQuery(parameters, settings)
  if (method === 'POST' && wantsUpsert(exchange, sent) && isAct(exchange, table)) throw upsertImpossible(table.name)
  const body = method === 'DELETE' ? undefined : await exchange.json()
  const rows = method === 'DELETE' ? [] : rowsOf(body)
  const query = method === 'PUT' ? withoutKey(exchange, { table, query: sent, rows }) : sent
  const together = await batchedReply(exchange, { table, query, rows })
  if (together) return together
  await admit(exchange, { table: table.name, rows })
  const intercepted = await interceptedReply(exchange, { table, query, rows })
  if (intercepted) return intercepted

  const node = planWrite(exchange, table, query)
  const form = writtenForm(exchange)
  const write = toWrite(exchange, { table, query, body, rows })
  if (write === 'nothing')
    return replyToWrite(exchange, { body: form.kind === 'array' ? '[]' : '', page: 0, affected: 0 }, table)
  if (write.kind !== 'insert' && node.conditions.length === 0) {
    throw missingFilter(write.kind === 'update' ? 'UPDATE' : 'DELETE')
  }
  const statement = writeStatement(node, write, form)
  const { explain: plan } = exchange
  return inTransaction(exchange, { readOnly: false }, async (tx) => {
    if (plan) {
      const body = await explain(tx, statement, plan)
      return { status: 200, body, headers: { 'content-type': planContentType(plan) } }
    }
    // A refusal thrown here rolls the write back.
    return replyToWrite(exchange, await exchange.run(tx, statement), table)
  })
}

function wantsUpsert({ preferences }: Exchange, query: ParsedQuery): boolean {
  return preferences.resolution !== undefined || query.onConflict !== undefined
}

/** BEFORE triggers also run for rows that an upsert then skips, and commands cannot handle existing rows. */
function isAct(exchange: Exchange, table: Table): boolean {
  return (
    table.actsOnInsert ||
    interceptorsOf(exchange).some(({ method, table: name }) => method === 'POST' && name === table.name)
  )
}

async function admit(
  { identity, settings, method }: Exchange,
  sent: Pick<WriteRequest, 'table' | 'rows'>,
): Promise<void> {
  const isService = identity.role === 'service_role'
  const most = isService ? settings.maxServiceWrittenRows : settings.maxWrittenRows
  if (sent.rows.length > most) throw tooManyRows(most)
  if (isService) return
  if (!(await settings.mayWrite({ ...sent, identity, method }))) throw tooManyWrites()
}

interface WriteInput {
  table: Table
  query: ParsedQuery
  body: JsonBody | undefined
  rows: Row[]
}

function toWrite({ method, preferences }: Exchange, { table, query, body, rows }: WriteInput): Write | 'nothing' {
  if (method === 'DELETE' || !body) return { kind: 'delete' }
  const missingIsDefault = preferences.missing === 'default'
  const payload = payloadOf(body, rows, { columns: query.columns, missingIsDefault })
  if (method === 'PUT')
    return { kind: 'insert', payload, upsert: { resolution: 'merge-duplicates', conflict: table.primaryKey } }
  if (method === 'POST') {
    if (payload.columns.length === 0 && rows.length > 1) throw invalidBody('Several rows need at least one column')
    return { kind: 'insert', payload, upsert: toUpsert(preferences.resolution, table, query) }
  }
  if (rows.length > 1) throw invalidBody('An update takes one object')
  return payload.columns.length === 0 || rows.length === 0 ? 'nothing' : { kind: 'update', payload }
}

function toUpsert(resolution: Upsert['resolution'] | undefined, table: Table, query: ParsedQuery): Upsert | undefined {
  return resolution && { resolution, conflict: query.onConflict ?? table.primaryKey }
}
