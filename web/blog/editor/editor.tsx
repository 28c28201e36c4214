import { data, Link, redirect } from 'react-router'
import { checkPost, type PostDraft } from '#domain/blog/post-draft.ts'
import { type PostState, postMoves } from '#domain/blog/states.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import type { Errors } from '#domain/forms/validation.ts'
import { mayMove } from '#domain/moves.ts'
import { CHECK_FIELDS, NOT_THERE } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { storePictures } from '#web/desk/shop/store-pictures.ts'
import { type FormResult, keepInputOffline, openForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths, coverPaths } from '#web/ui/cards/basin-paths.ts'
import { datedMoment, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { renderMarkdown } from '../markdown.server.ts'
import { readPost } from '../queries.ts'
import type { Route } from './+types/editor.ts'
import { EditorForm } from './editor-form.tsx'
import { postFields, readEditor } from './editor-values.ts'
import { savePost } from './save-post.ts'
import { savePostEdits } from './save-post-edits.ts'
import { readTagNames } from './tag-names.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ post, error }, categories] = await Promise.all([
    params.id ? readPost(api, { id: params.id }) : { post: null, error: null },
    api.tables.from('blog_categories').select('id, name').order('name'),
  ])
  if (params.id && !post && !error) throw data(null, 404)
  return {
    id: post?.id ?? crypto.randomUUID(),
    post,
    categories: categories.data ?? [],
    pictures: [...coverPaths, ...basinPaths],
    saved: url.searchParams.get('saved'),
    html: await renderMarkdown(post?.content ?? ''),
    failure: (error ?? categories.error)?.message ?? null,
  }
}

interface EditorResult extends FormResult {
  /** The text as HTML, if a preview was requested. */
  preview?: string
}

/** Saves the post: a new one with the form's id, an existing one with the id in the URL. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const submitted = await request.formData()
  const { fault } = await storePictures({ api, userId: context.get(viewerContext).userId }, submitted)
  const form = openForm(submitted, readEditor)
  const { values, field } = form
  const intent = field('intent')
  const refused = (errors: Errors) => reject(form, { text: `Nothing was saved. ${CHECK_FIELDS}`, errors })
  if (fault) return refused({ featured_image: fault })
  if (intent === 'preview') {
    const preview = await renderMarkdown(values.content ?? '')
    return { ok: true, text: '', errors: {}, values, preview } satisfies EditorResult
  }
  const now = new Date()
  const input = { ...values, status: intent, published_at: intent === 'scheduled' ? field('published_at') : null }
  const checked = checkPost(input, { now })
  const tags = readTagNames(field('tags'))
  if (!checked.ok || 'error' in tags) {
    return refused({ ...(checked.ok ? {} : checked.errors), ...('error' in tags ? { tags: tags.error } : {}) })
  }
  const existing = params.id ? (await readPost(api, { id: params.id })).post : null
  const draft = checked.value
  const from = existing?.status as PostState | undefined
  if (from && from !== draft.status && !mayMove(postMoves, { from, to: draft.status })) {
    return reject(form, { text: 'A published post cannot be scheduled. Move it back to draft first.' })
  }
  // A post keeps the date of its first publication.
  const firstPublished =
    existing?.published_at && existing.published_at <= now.toISOString() ? existing.published_at : null
  const id = existing?.id ?? field('id')
  const dated = (post: PostDraft) => (post.status === 'scheduled' ? post : { ...post, published_at: firstPublished })
  const newCategory = field('new_category')
  if (existing) {
    const check = (fields: FormValues) =>
      checkPost({ ...fields, status: intent, published_at: input.published_at }, { now })
    const clash = await savePostEdits(api, { id, values, check, dated, newCategory })
    if (clash) return data(clash, 409)
  } else {
    const errors = await savePost(api, { id, version: null, draft: dated(draft), newCategory, tags: tags.tags })
    if (errors) return errors === 'stale' ? reject(form, { text: NOT_THERE }) : refused(errors)
  }
  return redirect(`/blog/edit/${id}?saved=${draft.status}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readEditor })

export const shouldRevalidate = revalidateUnlessOffline

export default function Editor({ loaderData, actionData }: Route.ComponentProps) {
  const { id, post, categories, pictures, saved, html, failure } = loaderData
  const result: EditorResult | undefined = actionData
  return (
    <>
      <PageHeading>{post ? 'Edit post' : 'New post'}</PageHeading>
      {failure && <ErrorState message={failure} />}
      {saved && !result && post && <Saved status={post.status} at={post.published_at} />}
      {post?.status === 'scheduled' && post.published_at && !saved && (
        <p className="mb-4 font-semibold">Scheduled for {datedMoment(post.published_at)}, Lagos time.</p>
      )}
      {post?.status === 'published' && (
        <p className="mb-4">
          <Link to={`/blog/${post.slug}`} className="inline-flex min-h-11 items-center text-link">
            See it in the shop
          </Link>
        </p>
      )}
      <OutcomeNotice outcome={result} />
      <EditorForm
        key={post?.id ?? 'new'}
        id={id}
        status={(post?.status as PostState | undefined) ?? null}
        saved={post && postFields(post)}
        result={result}
        categories={categories}
        pictures={pictures}
        post={post}
        rendered={
          result?.preview === undefined
            ? { content: post?.content ?? '', html }
            : { content: result.values.content ?? '', html: result.preview }
        }
        savedAt={saved ? `${saved} ${post?.updated_at}` : ''}
      />
      <p className="text-link mt-6">
        <Link to="/content/posts">All posts and drafts</Link>
      </p>
    </>
  )
}

function Saved({ status, at }: { status: string; at: string | null }) {
  return (
    <Notice tone="success" className="mb-5">
      {status === 'scheduled' && at
        ? `Saved. The post is published ${moment(at)}, Lagos time.`
        : status === 'published'
          ? 'The post is published.'
          : 'The draft is saved. Only content staff can see it.'}
    </Notice>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.post ? 'Edit post' : 'New post', 'Write for the blog.')
