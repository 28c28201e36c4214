import type { Api } from '#api/api.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import type { Checked } from '#domain/forms/validation.ts'
import type { GroupBuyDraft } from '#domain/group-buys/publishing.ts'
import { JOINED_MEANWHILE, NO_LONGER_A_DRAFT } from '#domain/texts/screens.ts'
import { saveEdits } from '#web/forms/save-edits.ts'
import { canChangeTerms, type OwnBuy, readOwnBuy, updateBuy } from '../queries.ts'
import { buyInput, storedBuyValues } from './buy-values.ts'

interface StoredBuy {
  shopId: string
  stored: OwnBuy
  values: FormValues
  publish: boolean
  check: (input: Record<string, unknown>) => Checked<GroupBuyDraft>
}

/**
 * Saves a draft, publishes it, or changes a published buy without participants, by merging the form's changes: fields
 * another tab has saved in the meantime are preserved.
 */
export async function saveStoredBuy(api: Api, { shopId, stored, values, publish, check }: StoredBuy) {
  const { id } = stored
  const from = stored.status === 'active' ? 'active' : 'draft'
  const conflictText = from === 'active' ? JOINED_MEANWHILE : NO_LONGER_A_DRAFT
  const current = async () => {
    const buy = await readOwnBuy(api, shopId, id)
    return buy?.status === from && canChangeTerms(buy)
      ? { values: storedBuyValues(buy), version: buy.updated_at }
      : null
  }
  if (!(await current())) return { clash: { ok: false, text: conflictText, errors: {}, values } }
  return saveEdits<GroupBuyDraft, Awaited<ReturnType<typeof updateBuy>>>({
    typed: values,
    current,
    check: (fields) => check(buyInput(fields)),
    write: (draft, version) =>
      updateBuy(api, { id, version, from }, { ...draft, status: publish || from === 'active' ? 'active' : 'draft' }),
  })
}
