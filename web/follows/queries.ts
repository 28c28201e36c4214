import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'

export type FollowedKind = 'product' | 'shop'

const COLUMNS = { product: 'product_id', shop: 'vendor_id' } as const

/** Whether the user follows this item; false for a visitor. */
export async function isFollowed(api: Api, userId: string | null, { kind, id }: Followed): Promise<boolean> {
  if (!userId || !isUuid(id)) return false
  const { data } = await api.tables.from('follows').select('id').eq(COLUMNS[kind], id).maybeSingle()
  return data !== null
}

/** Whether the user follows a product, and wants to be told once when it can be ordered again. */
export async function readProductFollow(api: Api, userId: string | null, id: string) {
  if (!userId || !isUuid(id)) return { followed: false, wantsRestock: false }
  const { data } = await api.tables.from('follows').select('wants_restock').eq('product_id', id).maybeSingle()
  return { followed: data !== null, wantsRestock: data?.wants_restock ?? false }
}

interface Followed {
  kind: FollowedKind
  id: string
  /** For a sold-out product: tell them once, when it is back. */
  wantsRestock?: boolean
}

/** `full`: the user follows the maximum number of items. `gone`: the item is not visible to anyone. */
type FollowFault = 'full' | 'gone' | 'failed'

/** Follows or unfollows an item for the viewer. Idempotent. */
export async function saveFollow(
  api: Api,
  { kind, id, wantsRestock, follow, userId }: Followed & { follow: boolean; userId: string },
): Promise<FollowFault | null> {
  const rows = api.tables.from('follows')
  const column = COLUMNS[kind]
  const { error } = follow
    ? await rows.insert({
        follower_id: userId,
        ...(kind === 'product' ? { product_id: id, wants_restock: wantsRestock === true } : { vendor_id: id }),
      })
    : await rows.delete().eq('follower_id', userId).eq(column, id)
  if (error?.code === '23505' && wantsRestock) {
    const { error: unsaved } = await api.tables
      .from('follows')
      .update({ wants_restock: true })
      .eq('follower_id', userId)
      .eq('product_id', id)
    return unsaved ? 'failed' : null
  }
  if (!error || error.code === '23505') return null
  if (error.code === 'PT409') return 'full'
  return error.code === '42501' || error.code === '23503' ? 'gone' : 'failed'
}

/** The item a form names; null for anything else. */
export function readFollowed(form: FormData): Followed | null {
  const [kind, id] = [form.get('kind'), String(form.get('id') ?? '')]
  const wantsRestock = kind === 'product' && form.get('restock') === 'yes'
  return (kind === 'product' || kind === 'shop') && isUuid(id) ? { kind, id, wantsRestock } : null
}
