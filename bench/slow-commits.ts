import { type Figure, ratio } from './figure.ts'
import { crowd, JOINERS, joinCall } from './joins.ts'
import { httpWorkers, type Side, takeTurns } from './load.ts'
import type { Bench } from './site.ts'

const COMMIT_MS = 50
const BUYS = 900
const TURNS = { rounds: 3, seconds: 2 }

/**
 * Joins over many buys while every commit waits, as with a standby that is far away: PostgreSQL pauses before it writes
 * to the disk, and commits all transactions that arrive meanwhile together. Notifications must not serialise commits.
 */
export async function benchSlowCommits(bench: Bench): Promise<Figure[]> {
  const { rows } = await bench.owner.query<{ told: string }>(
    `select pg_get_functiondef('realtime.announce(text, text[])'::regprocedure) as told`,
  )
  const told = rows[0]?.told ?? ''
  const joins = crowd(bench, (person) => 1 + (person % BUYS))
  const side = (name: string, announce: string): Side => ({
    name,
    workers: httpWorkers(bench.origin, { clients: JOINERS, next: () => joinCall(bench, joins.next()) }),
    prepare: async () => void (await bench.owner.query(announce)),
  })
  try {
    const fast = await takeTurns([side('after', told), side('within', WITHIN)], TURNS)
    await bench.owner.query(`alter system set commit_delay = ${COMMIT_MS * 1000}`)
    await bench.owner.query('alter system set commit_siblings = 0')
    await bench.owner.query('select pg_reload_conf()')
    const [after, untold, within] = await takeTurns(
      [side('after', told), side('untold', NOBODY), side('within', WITHIN)],
      TURNS,
    )
    const what = `joins over ${BUYS} buys when a commit takes ${COMMIT_MS} ms`
    return [
      ratio(`joins over ${BUYS} buys, against joins that notify within their commit`, fast, 0.9),
      ratio(`${what}, against joins that nobody hears of`, [after ?? 0, untold ?? 0], 0.8),
      ratio(`${what}, against joins that notify within their commit`, [after ?? 0, within ?? 0], 1),
    ]
  } finally {
    await bench.owner.query(told)
    await bench.owner.query('alter system reset all')
    await bench.owner.query('select pg_reload_conf()')
  }
}

const announcing = (body: string) =>
  `create or replace function realtime.announce(channel text, payloads text[]) returns void language plpgsql set search_path = '' as $$ begin ${body} end $$`
const NOBODY = announcing('')
const WITHIN = announcing(
  'perform pg_catalog.pg_notify(announce.channel, p) from pg_catalog.unnest(announce.payloads) p;',
)
