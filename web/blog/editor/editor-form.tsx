import { Form, useNavigation } from 'react-router'
import type { PostState } from '#domain/blog/states.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { PreviewButton, SideBySide } from '#web/content/editor/side-by-side.tsx'
import { useTyped } from '#web/content/editor/typed-values.ts'
import { PictureField } from '#web/files/pictures/picture-field.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { Button, type ButtonTone } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import type { Post } from '../queries.ts'
import { readEditor } from './editor-values.ts'
import { PostPreview, type RenderedText } from './post-preview.tsx'

interface EditorFormProps {
  id: string
  /** Null for a post that has never been saved. */
  status: PostState | null
  /** The saved post in the form's format; null if it was never saved. */
  saved: FormValues | null
  result: FormResult | undefined
  categories: readonly { id: string; name: string }[]
  pictures: readonly string[]
  post: Post | null
  /** The text that the page was loaded with, or that was posted for its preview. */
  rendered: RenderedText
  /** Changes when the post was saved on this page. */
  savedAt: string
}

/** All fields of a post, and a button for each possible status, beside the post as readers see it. */
export function EditorForm(props: EditorFormProps) {
  const { saved, result, categories, post, rendered, savedAt } = props
  const fields = useFormFields(result)
  const first = fields.values ?? saved ?? {}
  const { typed, isChanged } = useTyped(fields.form, { first, read: readEditor, saved: savedAt })
  return (
    <SideBySide
      isChanged={isChanged || fields.values !== null}
      preview={<PostPreview typed={typed} post={post} categories={categories} known={rendered} />}
    >
      <Fields {...props} fields={fields} />
    </SideBySide>
  )
}

interface PostFieldsProps extends EditorFormProps {
  fields: ReturnType<typeof useFormFields>
}

function Fields({ id, status, saved, categories, pictures, fields }: PostFieldsProps) {
  const field = (name: string) => fields.field(name, saved?.[name])
  return (
    <Form ref={fields.form} method="post" encType="multipart/form-data" className="grid gap-5">
      <input type="hidden" name="id" value={id} />
      {saved && <VersionField values={fields.values} row={saved} />}
      <TextField label="Title" {...field('title')} required maxLength={160} />
      <TextField
        label="Address"
        {...field('slug')}
        required={false}
        maxLength={120}
        hint="The last part of the post’s link: lower-case words joined by hyphens. If empty, it is made from the title."
      />
      <TextArea
        label="Excerpt"
        {...field('excerpt')}
        required={false}
        rows={3}
        maxLength={400}
        hint="Shown on the blog’s list and in shared links."
      />
      <TextArea
        label="Text"
        {...field('content')}
        rows={18}
        maxLength={100_000}
        hint="Markdown: ## heading, **bold**, *italic*, - list, [words](address), ![description](picture)."
      />
      <PreviewButton />
      <div className="grid items-end gap-5 md:grid-cols-2">
        <SelectField
          label="Category"
          {...field('category_id')}
          options={[
            { value: '', label: 'Uncategorized' },
            ...categories.map(({ id: value, name: label }) => ({ value, label })),
          ]}
        />
        <TextField label="Or a new category" {...field('new_category')} required={false} maxLength={60} />
      </div>
      <TextField
        label="Tags"
        {...field('tags')}
        required={false}
        maxLength={500}
        hint="Separated by commas: rice, price tips"
      />
      <PictureField
        label="Featured picture"
        value={(fields.values ?? saved)?.featured_image}
        error={fields.errors.featured_image}
        pictures={pictures}
      />
      {status !== 'published' && (
        <TextField
          label="Publish at"
          type="datetime-local"
          {...field('published_at')}
          required={false}
          hint="Lagos time. Only for scheduling."
          className="max-w-72"
        />
      )}
      <Intents status={status} />
    </Form>
  )
}

function Intents({ status }: { status: PostState | null }) {
  return (
    <div className="flex flex-wrap gap-3 border-t border-grain pt-5">
      <Intent value="published" tone="primary" busyLabel="Publishing">
        {status === 'published' ? 'Save changes' : status === 'scheduled' ? 'Publish now' : 'Publish'}
      </Intent>
      {status !== 'published' && (
        <Intent value="scheduled" tone="plain" busyLabel="Scheduling">
          {status === 'scheduled' ? 'Save schedule' : 'Schedule'}
        </Intent>
      )}
      <Intent value="draft" tone="plain" busyLabel="Saving">
        {status === null || status === 'draft' ? 'Save draft' : 'Back to draft'}
      </Intent>
    </div>
  )
}

interface IntentProps {
  value: string
  tone: ButtonTone
  busyLabel: string
  children: string
}

function Intent({ value, tone, busyLabel, children }: IntentProps) {
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData?.get('intent') === value
  return (
    <Button
      name="intent"
      value={value}
      tone={tone}
      busy={busy}
      busyLabel={busyLabel}
      formNoValidate={value === 'draft'}
    >
      {children}
    </Button>
  )
}
