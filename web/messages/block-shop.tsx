import { useLingui } from '@lingui/react'
import { Form } from 'react-router'
import type { Api } from '#api/api.ts'

/** Whether the viewer has blocked the shop. */
export async function readBlock(api: Api, vendorId: string, userId: string): Promise<boolean> {
  const { data } = await api.tables
    .from('shop_blocks')
    .select('vendor_id')
    .eq('vendor_id', vendorId)
    .eq('person_id', userId)
    .maybeSingle()
  return data !== null
}

/** Blocks a shop, or takes its messages again. Both can be repeated. */
export async function setBlock(api: Api, { vendorId, blocks }: { vendorId: string; blocks: boolean }) {
  const table = api.tables.from('shop_blocks')
  await (blocks ? table.insert({ vendor_id: vendorId }) : table.delete().eq('vendor_id', vendorId))
}

export function BlockForm({ vendorId, isBlocked }: { vendorId: string; isBlocked: boolean }) {
  const { i18n } = useLingui()
  return (
    <Form method="post" preventScrollReset className="mt-6 max-w-[760px] border-t border-grain pt-4">
      <input type="hidden" name="intent" value={isBlocked ? 'unblock' : 'block'} />
      <input type="hidden" name="vendor_id" value={vendorId} />
      {isBlocked && (
        <p className="text-14 text-soft">{i18n.t('You get messages of this shop only about open orders.')}</p>
      )}
      <button type="submit" className="min-h-11 text-14 text-link">
        {isBlocked
          ? i18n.t('Take all messages of this shop again')
          : i18n.t('Stop messages of this shop that are not about an open order')}
      </button>
    </Form>
  )
}
