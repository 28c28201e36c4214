import type { Api } from '#api/api.ts'
import type { PostDraft } from '#domain/blog/post-draft.ts'
import type { FormValues } from '#domain/edits.ts'
import type { Checked, Errors } from '#domain/validation.ts'
import { saveEdits } from '#web/desk/save-edits.ts'
import { type EditorValues, postFields } from './editor-values.ts'
import { readPost } from './queries.ts'
import { savePost } from './save-post.ts'
import { readTagNames, type TagName } from './tag-names.ts'

interface PostEdits {
  id: string
  values: EditorValues
  check: (fields: FormValues) => Checked<PostDraft>
  dated: (draft: PostDraft) => PostDraft
  newCategory: string
}

interface PostClash {
  errors: Errors
  values: EditorValues
}

/** Saves the changed fields of an existing post. Null on success, otherwise the errors or conflicts. */
export async function savePostEdits(
  api: Api,
  { id, values, check, dated, newCategory }: PostEdits,
): Promise<PostClash | null> {
  const { as_read: read, ...typed } = values
  const saved = await saveEdits<PostUpdate, PostWriteResponse>({
    typed: { ...typed, ...(read !== undefined && { as_read: read }) },
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
  if ('answer' in saved) return saved.answer.fault && { errors: saved.answer.fault, values }
  const { errors, outcome } = saved.clash
  const text = outcome && [outcome.text, outcome.detail].filter(Boolean).join(' ')
  return { errors: { ...errors, ...(text && { form: text }) }, values: { ...values, ...saved.clash.values } }
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
