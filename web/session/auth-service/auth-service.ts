/**
 * The operations of the auth service that the screens use. Two implementations: the public client in the browser
 * (auth-in-browser.ts), and requests from an action on the server where no script runs (auth-on-server.ts).
 */
export interface AuthService {
  signIn(credentials: Credentials & CaptchaInput): Promise<AuthResult>
  signUp(account: NewAccount & CaptchaInput): Promise<AuthResult>
  /** Mails a link to /auth/reset-password. */
  recover(input: { email: string } & CaptchaInput): Promise<AuthResult>
  /** Resends the confirmation mail. */
  resend(input: { email: string; backTo: string } & CaptchaInput): Promise<AuthResult>
  /** Resends the code of a new phone account. */
  resendCode(input: { phone: string } & CaptchaInput): Promise<AuthResult>
  /**
   * Redeems the token of a mailed link; opens a session unless it is the first of two that change an e-mail address.
   */
  verifyLink(link: MailedLink & SignUpProof): Promise<AuthResult>
  /** Redeems a code from a mail or a text message. */
  verifyCode(sent: SentCode & SignUpProof): Promise<AuthResult>
  setPassword(input: { password: string } & Proof): Promise<AuthResult>
  changeEmail(input: { email: string } & Proof): Promise<AuthResult>
  changePhone(input: { phone: string } & Proof): Promise<AuthResult>
  /** Sends a reauthentication code by mail or text message. */
  reauthenticate(): Promise<AuthResult>
  /** Signs out this device only. */
  signOut(): Promise<AuthResult>
  signOutOthers(): Promise<AuthResult>
}

/** The captcha token for operations that a bot could abuse, if the site requires one. */
export interface CaptchaInput {
  captchaToken?: string
}

/** The proof that an old session must send to change a sign-in method: the password, or a code from `reauthenticate`. */
export interface Proof {
  current_password?: string
  nonce?: string
}

/** Proof that a sign-up is the user's own: anyone may have signed up with the same address. */
export interface SignUpProof {
  /** Always set; the browser that signed up needs no other proof (PKCE). */
  require_proof?: true
  password?: string
  /** Discards the earlier sign-up's data. */
  new_password?: string
}

type SentCode = { code: string } & (
  | { phone: string; type: 'sms' | 'phone_change' }
  | { email: string; type: 'signup' | 'recovery' | 'email' | 'email_change' }
)

export type Credentials = ({ email: string } | { phone: string }) & { password: string }

type NewAccount = Credentials & {
  data: { full_name: string; role: 'customer' | 'vendor'; referral_code?: string; contact_phone?: string }
  /** The path on this site that the confirmation mail's link leads back to. */
  backTo: string
}

export interface MailedLink {
  tokenHash: string
  type: LinkType
}

/** Types of mailed links that open this site. */
export const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
type LinkType = (typeof LINK_TYPES)[number]

export type AuthResult =
  /** `session`: whether a session was opened. */
  { ok: true; session: boolean } | { ok: false; code: string; message: string }

/** The error code of an unexpected exception in the client; its message is the specification's. */
export const UNEXPECTED = 'unforeseen'
