import type { Api } from '#api/api.ts'
import { listPage, rowRange } from '#web/list-page.ts'

export async function countOwnReferrals(api: Api, userId: string) {
  const brought = api.tables.from('referrals').select('id', { count: 'exact', head: true }).eq('referrer_id', userId)
  const settled = api.tables
    .from('referrals')
    .select('id', { count: 'exact', head: true })
    .eq('referrer_id', userId)
    .not('settled_at', 'is', null)
  const [all, successful] = await Promise.all([brought, settled])
  return { all: all.count ?? 0, successful: successful.count ?? 0 }
}

/**
 * One page of the users someone referred: when they joined, and since when they have a settled order. Without names.
 */
export async function listReferred(api: Api, userId: string, page: number) {
  return listPage(
    await api.tables
      .from('referrals')
      .select('id, created_at, settled_at', { count: 'exact' })
      .eq('referrer_id', userId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type ReferredUser = Awaited<ReturnType<typeof listReferred>>['rows'][number]

export async function countSuccessfulReferrals(api: Api, userId: string): Promise<number> {
  const query = api.tables.from('referrals').select('id', { count: 'exact', head: true }).eq('referrer_id', userId)
  return (await query.not('settled_at', 'is', null)).count ?? 0
}
