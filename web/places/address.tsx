import { useLingui } from '@lingui/react'
import { data, Form, redirect } from 'react-router'
import { shownPhone } from '#domain/forms/phone.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { checkAddress } from '#domain/places/address-draft.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/address.ts'
import { listAddresses } from './queries.ts'
import { StateAndLga } from './state-and-lga.tsx'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const next = nextPath(url.searchParams.get('next'))
  if (!params.id) return { address: null, next, key: crypto.randomUUID() }
  const { addresses } = await listAddresses(context.get(apiContext), context.get(viewerContext).userId ?? '')
  const address = addresses.find(({ id }) => id === params.id)
  if (!address) throw data(null, 404)
  return { address, next, key: crypto.randomUUID() }
}

/** The page to return to, within the account only. */
const nextPath = (requested: string | null): string =>
  requested && /^\/account\/[\w/?=&.%-]*$/.test(requested) ? requested : '/account/addresses'

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const checked = checkAddress(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const id = params.id && isUuid(params.id) ? params.id : null
  const saved = await context.get(apiContext).command('save-address', { ...checked.value, id }, form.key)
  if (saved.ok) return redirect(nextPath(url.searchParams.get('next')))
  return rejectCommand(form, saved)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Address({ loaderData: { address, next, key }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { form, field, errors, values } = useFormFields(actionData)
  return (
    <>
      <PageHeading>{address ? i18n.t('Edit address') : i18n.t('Add an address')}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <Form ref={form} method="post" noValidate className="grid max-w-140 gap-4">
        <input type="hidden" name="key" value={key} />
        <TextField
          label={i18n.t('Name of this address')}
          {...field('label', address?.label ?? i18n.t('Home'))}
          required
          maxLength={40}
          hint={i18n.t('For example: Home, Shop, My sister’s place')}
        />
        <TextField
          label={i18n.t('Who receives it')}
          {...field('recipient', address?.recipient)}
          required
          maxLength={80}
          autoComplete="name"
        />
        <TextField
          label={i18n.t('Phone')}
          type="tel"
          {...field('phone', address && shownPhone(address.phone))}
          required
          maxLength={30}
          autoComplete="tel"
          hint={i18n.t('A Nigerian mobile number. The rider calls it.')}
        />
        <StateAndLga
          key={values ? 'typed' : 'stored'}
          state={values?.state ?? address?.state ?? ''}
          lga={values?.lga ?? address?.lga ?? ''}
          errors={errors}
        />
        <TextField
          label={i18n.t('House and street')}
          {...field('street', address?.street)}
          required
          maxLength={160}
          autoComplete="street-address"
        />
        <TextField
          label={i18n.t('Landmark')}
          {...field('landmark', address?.landmark)}
          required={false}
          maxLength={160}
          hint={i18n.t('Something a rider can see from the road.')}
        />
        <FormButtons back={next}>{i18n.t('Save address')}</FormButtons>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  const title = loaderData?.address ? i18n.t('Edit address') : i18n.t('Add an address')
  return pageMeta(title, i18n.t('Where your orders are delivered.'))
}
