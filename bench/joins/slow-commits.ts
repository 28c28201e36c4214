import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { type Figure, ratio } from '../figure.ts'
import { type Contender, httpWorkers, measureAlternating } from '../load.ts'
import type { Bench } from '../market/site.ts'
import { createJoinSequence, JOINERS, joinCall } from './joins.ts'

const COMMIT_MS = 50
const BUYS = 900
const TURNS = { rounds: 3, seconds: 2 }

/**
 * Joins over many buys while every commit waits, as with a standby that is far away: PostgreSQL pauses before it writes
 * to the disk, and commits all transactions that arrive meanwhile together. Notifications must not serialise commits.
 */
export async function benchSlowCommits(bench: Bench): Promise<Figure[]> {
  const original = await definitionOfAnnounce()
  const joins = createJoinSequence(bench, (person) => 1 + (person % BUYS))
  const side = (name: string, announce: string): Contender => ({
    name,
    workers: httpWorkers(bench.origin, { clients: JOINERS, next: () => joinCall(bench, joins.next()) }),
    prepare: async () => void (await bench.owner.query(announce)),
  })
  try {
    const fast = await measureAlternating([side('after', original), side('within', WITHIN)], TURNS)
    await bench.owner.query(`alter system set commit_delay = ${COMMIT_MS * 1000}`)
    await bench.owner.query('alter system set commit_siblings = 0')
    await bench.owner.query('select pg_reload_conf()')
    const [after, unnotified, within] = await measureAlternating(
      [side('after', original), side('unnotified', WITHOUT_NOTIFYING), side('within', WITHIN)],
      TURNS,
    )
    const what = `joins over ${BUYS} buys when a commit takes ${COMMIT_MS} ms`
    return [
      ratio(`joins over ${BUYS} buys, against joins that notify within their commit`, fast, 0.9),
      ratio(`${what}, against joins without notifications`, [after ?? 0, unnotified ?? 0], 0.8),
      ratio(`${what}, against joins that notify within their commit`, [after ?? 0, within ?? 0], 1),
    ]
  } finally {
    await bench.owner.query(original)
    await bench.owner.query('alter system reset all')
    await bench.owner.query('select pg_reload_conf()')
  }
}

/** The product's own definition, from its SQL source. */
async function definitionOfAnnounce(): Promise<string> {
  const { definitions } = await readDatabaseSources()
  const announce = definitions().find(({ kind, name }) => kind === 'function' && name.startsWith('realtime.announce('))
  const sql = announce?.statements[0]?.sql
  if (!sql) throw new Error('The sources do not define realtime.announce')
  return sql.replace(/^create function/, 'create or replace function')
}

const announcing = (body: string) =>
  `create or replace function realtime.announce(channel text, payloads text[]) returns void language plpgsql set search_path = '' as $$ begin ${body} end $$`
const WITHOUT_NOTIFYING = announcing('')
const WITHIN = announcing(
  'perform pg_catalog.pg_notify(announce.channel, p) from pg_catalog.unnest(announce.payloads) p;',
)
