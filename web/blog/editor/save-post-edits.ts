import type { Api } from '#api/api.ts'
import type { PostDraft } from '#domain/blog/post-draft.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import type { Checked, Errors } from '#domain/forms/validation.ts'
import { CHECK_FIELDS } from '#domain/texts/screens.ts'
import type { FormResult } from '#web/forms/form.ts'
import { saveEdits } from '#web/forms/save-edits.ts'
import { readPost } from '../queries.ts'
import { postFields } from './editor-values.ts'
import { savePost } from './save-post.ts'
import { readTagNames, type TagName } from './tag-names.ts'

interface PostEdits {
  id: string
  values: FormValues
  check: (fields: FormValues) => Checked<PostDraft>
  dated: (draft: PostDraft) => PostDraft
  newCategory: string
}

/** Saves the changed fields of an existing post. Null on success, otherwise the errors or conflicts. */
export async function savePostEdits(
  api: Api,
  { id, values, check, dated, newCategory }: PostEdits,
): Promise<FormResult | null> {
  const saved = await saveEdits<PostUpdate, PostWriteResponse>({
    typed: values,
    current: async () => {
      const { post } = await readPost(api, { id })
      return post && { values: postFields(post), version: post.updated_at }
    },
    check: (fields) => {
      const checked = check(fields)
      const tags = readTagNames(fields.tags ?? '')
      if (!checked.ok) return checked
      return 'error' in tags
        ? { ok: false, errors: { tags: tags.error } }
        : { ok: true, value: { draft: checked.value, tags: tags.tags } }
    },
    write: async ({ draft, tags }, version) => {
      const fault = await savePost(api, { id, version, draft: dated(draft), newCategory, tags })
      return { data: fault === 'stale' ? [] : [id], error: null, status: 200, fault: fault === 'stale' ? null : fault }
    },
  })
  if ('clash' in saved) return saved.clash
  const { fault } = saved.answer
  return fault && { ok: false, text: `Nothing was saved. ${CHECK_FIELDS}`, errors: fault, values }
}

interface PostUpdate {
  draft: PostDraft
  tags: readonly TagName[]
}

interface PostWriteResponse {
  data: unknown
  error: null
  status: number
  fault: Errors | null
}
