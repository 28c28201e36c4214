import { useLingui } from '@lingui/react'
import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { Form, useNavigation } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { WHATSAPP_LINK_TEXT, whatsAppLink } from '#domain/brand/whatsapp-link.ts'
import { errorTexts, successTexts } from '#domain/texts/errors.ts'
import { apiContext, authFetchContext } from '#web/context.ts'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand, succeed } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { type CaptchaSettings, readAuthSettings } from '#web/session/auth-service/auth-settings.ts'
import { CaptchaField } from '#web/session/captcha/captcha-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/contact.ts'

/** Provides an idempotency key, so that a message sent twice is stored once. */
export async function loader({ context }: Route.LoaderArgs) {
  const { captcha } = await readAuthSettings({ call: context.get(authFetchContext) })
  return { key: crypto.randomUUID(), captcha }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const message = {
    name: field('name'),
    email: field('email'),
    subject: field('subject'),
    message: field('message'),
    captcha_token: field('captcha_token'),
  }
  const sent = await context.get(apiContext).command('send-contact-message', message, form.key)
  if (sent.ok) return succeed(successTexts.contactSent)
  if (sent.refusal.errors || sent.refusal.code === 'captcha_failed') return rejectCommand(form, sent)
  return reject(form, { text: errorTexts.contactNotSent })
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepInputOffline(args, { text: errorTexts.contactNotSent })

export const shouldRevalidate = revalidateUnlessOffline

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('Ask a question, make a complaint or say thank you. We read every message.')}>
        {i18n.t('Contact us')}
      </PageHeading>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-16">
        <ContactForm formKey={loaderData.key} captcha={loaderData.captcha} result={actionData} />
        <ContactChannels />
      </div>
    </>
  )
}

interface ContactFormProps {
  formKey: string
  captcha: CaptchaSettings | null
  result: FormResult | undefined
}

function ContactForm({ formKey, captcha, result }: ContactFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state === 'submitting'
  const { form, field } = useFormFields(result)
  return (
    <div>
      <OutcomeNotice outcome={result} />
      {/* The key resets the form after success. */}
      <Form ref={form} key={result?.ok ? formKey : 'form'} method="post" className="grid gap-5">
        <input type="hidden" name="key" value={formKey} />
        <div className="grid gap-5 md:grid-cols-2">
          <TextField label={i18n.t('Name')} {...field('name')} required autoComplete="name" maxLength={120} />
          <TextField
            label={i18n.t('Email')}
            {...field('email')}
            required
            type="email"
            autoComplete="email"
            maxLength={255}
          />
        </div>
        <TextField label={i18n.t('Subject')} {...field('subject')} required maxLength={200} />
        <TextArea label={i18n.t('Message')} {...field('message')} required rows={7} maxLength={5000} />
        <CaptchaField captcha={captcha} />
        <div>
          <Button size="large" busy={busy} busyLabel={i18n.t('Sending')}>
            {i18n.t('Send message')}
          </Button>
        </div>
      </Form>
    </div>
  )
}

const channels = [
  { icon: Mail, label: /*i18n*/ 'Email', value: brand.supportEmail, href: `mailto:${brand.supportEmail}` },
  { icon: MessageCircle, label: /*as is*/ 'WhatsApp', value: WHATSAPP_LINK_TEXT, href: whatsAppLink() },
  { icon: Phone, label: /*i18n*/ 'Phone', value: brand.phoneText, href: `tel:${brand.phone}` },
  {
    icon: MapPin,
    label: /*i18n*/ 'Address',
    value: `${brand.address.street}, ${brand.address.district}, ${brand.address.city}, ${brand.address.country}`,
  },
  { icon: Clock, label: /*i18n*/ 'Business hours', value: brand.hours },
]

function ContactChannels() {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="ways" className="self-start border-t-4 border-oil pt-5">
      <h2 id="ways" className="mb-3 text-22">
        {i18n.t('Other ways to reach us')}
      </h2>
      <dl className="text-link grid gap-4">
        {channels.map(({ icon: Icon, label, value, href }) => (
          <div key={label} className="relative pl-9">
            <dt className="text-14 text-soft">
              <Icon aria-hidden size={20} className="absolute top-0.5 left-0" />
              {i18n.t(label)}
            </dt>
            <dd>{href ? <a href={href}>{i18n.t(value)}</a> : i18n.t(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  const hours = i18n.t(brand.hours)
  return pageMeta(
    i18n.t('Contact'),
    i18n.t('Write to {brand}, call us or visit us in {city}. {hours}.', {
      brand: brand.name,
      city: brand.address.city,
      hours,
    }),
  )
}
