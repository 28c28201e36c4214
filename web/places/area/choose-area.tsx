import { useLingui } from '@lingui/react'
import { Form, redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { checkArea } from '#domain/places/area.ts'
import { apiContext, areaContext, siteContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { StateAndLga } from '../state-and-lga.tsx'
import type { Route } from './+types/choose-area.ts'
import { areaCookies } from './area-cookies.ts'
import { removeArea, saveArea } from './own-area.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return { area: await context.get(areaContext)(), back: safeOriginPath(url.searchParams.get('back')) ?? '/' }
}

/** The choice is kept in cookies and, for signed-in people, in the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const isRemoved = form.field('act') === 'remove'
  const checked = checkArea(form.values)
  if (!isRemoved && !checked.ok) return reject(form, { errors: checked.errors })
  const area = isRemoved || !checked.ok ? null : checked.value
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const isSaved =
    userId === null || (await (area ? saveArea(api, { userId, area, replaces: true }) : removeArea(api, userId)))
  if (!isSaved) return reject(form, { text: NOT_SAVED })
  const headers = new Headers()
  const secure = context.get(siteContext).origin.startsWith('https:')
  for (const cookie of areaCookies(area, { secure })) headers.append('set-cookie', cookie)
  return redirect(safeOriginPath(form.field('back')) ?? '/', { headers })
}

const NOT_SAVED = /*i18n*/ 'We could not save your area just now. Please try again.'

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Where the viewer buys: what is received there comes first in lists. */
export default function ChooseArea({ loaderData: { area, back }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { form, errors, values } = useFormFields(actionData)
  return (
    <>
      <PageHeading
        lead={i18n.t(
          'We show first what you can collect or have delivered in your state, and say what is in another one.',
        )}
      >
        {i18n.t('Your area')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <Form ref={form} method="post" noValidate className="grid max-w-140 gap-4">
        <input type="hidden" name="back" value={back} />
        <StateAndLga
          key={values ? 'typed' : 'stored'}
          state={values?.state ?? area?.state ?? ''}
          lga={values?.lga ?? area?.lga ?? ''}
          errors={errors}
        />
        <FormButtons back={back}>{i18n.t('Save area')}</FormButtons>
      </Form>
      {area && (
        <Form method="post" className="mt-6">
          <input type="hidden" name="back" value={back} />
          <Button name="act" value="remove" tone="quiet">
            {i18n.t('Show everything alike again')}
          </Button>
        </Form>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    ...pageMeta(i18n.t('Your area'), i18n.t('Where you collect what you buy.')),
    { name: 'robots', content: 'noindex' },
  ]
}
