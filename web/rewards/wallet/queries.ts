import type { Api } from '#api/api.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** The user's PEPS in kobo. Users who never had any have no account, and zero for all figures. */
export async function readPepsBalance(api: Api) {
  const { data, error } = await api.tables
    .from('own_peps_balance')
    .select('spendable_kobo, held_kobo, owed_kobo, pending_kobo')
    .maybeSingle()
  const balance = {
    spendable: data?.spendable_kobo ?? 0,
    pending: data?.pending_kobo ?? 0,
    held: data?.held_kobo ?? 0,
    owed: data?.owed_kobo ?? 0,
  }
  return { balance, failure: error?.message ?? null }
}

/** One page of the user's PEPS movements, newest first. */
export async function listPepsMovements(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('own_peps')
      .select('id, posted_at, kind, amount_kobo, is_held, order_id, order_no, what, balance_kobo', { count: 'exact' })
      .order('posted_at', { ascending: false })
      .order('id', { ascending: false })
      .range(...rowRange(page)),
  )
}

export type PepsMovement = Awaited<ReturnType<typeof listPepsMovements>>['rows'][number]

/** Expected rewards, rewards that cannot be spent yet, and recent ones that were lost. */
export async function listRewards(api: Api) {
  const { data, error } = await api.tables
    .from('own_rewards')
    .select('id, settled_at, amount_kobo, reason, state, available_at')
    .in('state', ['expected', 'coming', 'pending', 'refused', 'reversed'])
    .order('settled_at', { ascending: false, nullsFirst: true })
    .order('id')
    .limit(30)
  return { rewards: data ?? [], failure: error?.message ?? null }
}

export type OwnReward = Awaited<ReturnType<typeof listRewards>>['rewards'][number]

/** The rate of rewards, and announced changes. */
export async function readRewardTerms(api: Api) {
  const { data } = await api.tables.from('reward_terms').select('referral_bps, next_bps, next_from').maybeSingle()
  return data
}
