import type { Api } from '#api/api.ts'
import { listPage, rowsOf } from '#web/list-page.ts'

/** The person's PEPS in kobo. Nobody who never had any has an account: then all is nothing. */
export async function readPurse(api: Api) {
  const { data, error } = await api.tables
    .from('own_purse')
    .select('spendable_kobo, held_kobo, owed_kobo, unripe_kobo')
    .maybeSingle()
  const purse = {
    spendable: data?.spendable_kobo ?? 0,
    unripe: data?.unripe_kobo ?? 0,
    held: data?.held_kobo ?? 0,
    owed: data?.owed_kobo ?? 0,
  }
  return { purse, failure: error?.message ?? null }
}

/** One page of what happened to the person's PEPS, newest first. */
export async function listMovedPeps(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('own_peps')
      .select('id, posted_at, kind, amount_kobo, is_held, order_id, order_no, what', { count: 'exact' })
      .order('posted_at', { ascending: false })
      .order('id')
      .range(...rowsOf(page)),
  )
}

export type MovedPeps = Awaited<ReturnType<typeof listMovedPeps>>['rows'][number]

/** Rewards that are coming or cannot be spent yet, and those of late that did not come. */
export async function listRewards(api: Api) {
  const { data, error } = await api.tables
    .from('own_rewards')
    .select('id, settled_at, amount_kobo, reason, state, ripe_at')
    .in('state', ['expected', 'coming', 'unripe', 'refused', 'taken_back'])
    .order('settled_at', { ascending: false, nullsFirst: true })
    .order('id')
    .limit(30)
  return { rewards: data ?? [], failure: error?.message ?? null }
}

export type OwnReward = Awaited<ReturnType<typeof listRewards>>['rewards'][number]

/** The rate of rewards, and what has been announced. */
export async function readRewardTerms(api: Api) {
  const { data } = await api.tables.from('reward_terms').select('referral_bps, next_bps, next_from').maybeSingle()
  return data
}
