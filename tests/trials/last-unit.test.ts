import { afterEach, expect, test } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { size, TIMEOUT_MS } from './setup/sizes.ts'
import { openTrial, type Trial } from './setup/trial.ts'
import { watchedDatabase } from './setup/watched-database.ts'

// Two people, one unit, a barrier before the lock.

const DUELS = size(16, 10_000)

let trial: Trial
afterEach(() => trial.close())

test(
  `${DUELS} duels about the last unit have one winner each`,
  async () => {
    trial = await openTrial()
    expect(await duels(trial, DUELS)).toEqual({ '1 of 2': DUELS })
    expect(await trial.findings()).toEqual([])
  },
  TIMEOUT_MS,
)

test('who checks before the lock is found', async () => {
  trial = await openTrial({
    through: checksBeforeLock,
    sabotage: 'alter table public.group_buys drop constraint places_are_not_oversold',
  })
  expect(await duels(trial, 3)).not.toEqual({ '1 of 2': 3 })
  expect((await trial.findings()).join()).toContain('L13 quantity')
})

/** Reads the data of a join without the buy's lock: the fault that this trial must find. */
function checksBeforeLock(database: Database): Database {
  return watchedDatabase(database, ({ name }) => (name === 'await-joiners' ? 'select' : undefined))
}

async function duels(trial: Trial, count: number): Promise<Record<string, number>> {
  const { buyId } = await trial.buy({ target_quantity: 4, max_quantity: 4, min_participants: 1 })
  // Three of four are taken, so that one unit is left in every duel.
  await trial.pay(await trial.join(buyId, { quantity: 3 }))
  const rivals = [await trial.person(), await trial.person()]
  const barrier = await trial.db.owner.connect()
  const outcomes: Record<string, number> = {}
  try {
    for (let duel = 0; duel < count; duel += 1) {
      await barrier.query('begin')
      await barrier.query('select from public.group_buys where id = $1 for update', [buyId])
      // In one process they would be batched, and none would wait.
      const both = rivals.map((as, place) =>
        trial.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as, elsewhere: place === 1 }),
      )
      await barrier.query(UNTIL_BOTH_WAIT)
      await barrier.query('commit')
      const won = (await Promise.all(both)).filter(({ status }) => status === 200)
      const outcome = `${won.length} of 2`
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (won.length !== 1) break
      const orderId = won[0]?.body.order.id
      const { user_id: buyer } = won[0]?.body.order ?? {}
      await trial.leave({ buyer, orderId, dueKobo: 0 })
    }
  } finally {
    barrier.release()
  }
  return outcomes
}

/** In one statement, because polling would slow down the polled sessions. */
const UNTIL_BOTH_WAIT = `do $$ begin
  for turn in 1..10000 loop
    exit when (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') >= 2;
    perform pg_sleep(0.001), pg_stat_clear_snapshot();
  end loop;
end $$`
