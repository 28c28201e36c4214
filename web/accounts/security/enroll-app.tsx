import { Trans, useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import type { NewFactor } from '#web/session/auth-service/auth-on-server.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'

/** The secret as a QR code and as text; the app is active after its first correct code. */
export function EnrollApp({ factor, codeError }: { factor: NewFactor; codeError: string | undefined }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'verify'
  return (
    <section aria-labelledby="scan" className="grid gap-4">
      <SectionHeading id="scan">{i18n.t('Scan, then type the code')}</SectionHeading>
      <p>{i18n.t('Open your authenticator app, such as Aegis or Google Authenticator, and scan this picture.')}</p>
      <img
        src={factor.qrCode}
        alt={i18n.t('QR code for your authenticator app')}
        width={220}
        height={220}
        className="bg-white p-3"
      />
      <p className="text-link">
        <a href={otpauthUri(factor.secret)} className="inline-flex min-h-11 items-center">
          {i18n.t('Is the app on this device? Open it here')}
        </a>
      </p>
      <p>
        <Trans
          id="No camera? Type this key: <secret>{key}</secret>"
          values={{ key: groupedSecret(factor.secret) }}
          components={{ secret: <code className="font-bold" /> }}
        />
      </p>
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="factor_id" value={factor.id} />
        <input type="hidden" name="qr_code" value={factor.qrCode} />
        <input type="hidden" name="secret" value={factor.secret} />
        <TextField
          name="code"
          label={i18n.t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          error={codeError}
        />
        <Button type="submit" className="justify-self-start" busy={busy} busyLabel={i18n.t('Checking')}>
          {i18n.t('Switch on')}
        </Button>
      </Form>
    </section>
  )
}

/** An `otpauth:` URI, which authenticator apps open; omitted parameters have the apps' defaults. */
function otpauthUri(secret: string): string {
  return `otpauth://totp/${encodeURIComponent(brand.name)}?${new URLSearchParams({ secret, issuer: brand.name })}`
}

/** The secret in groups of four characters, which are easier to type; apps accept the spaces. */
function groupedSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
