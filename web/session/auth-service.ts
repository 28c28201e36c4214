/**
 * What the auth screens need from the auth service. Two implementations: the public client in the browser
 * (auth-in-browser.ts), and a form's action on the server if no script runs (auth-on-server.ts).
 */
export interface AuthService {
  signIn(credentials: Credentials & AsPerson): Promise<AuthAnswer>
  signUp(account: NewAccount & AsPerson): Promise<AuthAnswer>
  /** Mails a link to /auth/reset-password. */
  recover(wish: { email: string } & AsPerson): Promise<AuthAnswer>
  /** Mails the confirmation again. */
  resend(wish: { email: string; backTo: string } & AsPerson): Promise<AuthAnswer>
  /** Sends the code of a new phone account again. */
  resendCode(wish: { phone: string } & AsPerson): Promise<AuthAnswer>
  /** Redeems the token of a mailed link; opens a session unless it is the first half of an e-mail change. */
  verifyLink(link: MailedLink & SignUpProof): Promise<AuthAnswer>
  /** Redeems a code from a mail or a text message. */
  verifyCode(sent: SentCode & SignUpProof): Promise<AuthAnswer>
  setPassword(wish: { password: string } & Proof): Promise<AuthAnswer>
  changeEmail(wish: { email: string } & Proof): Promise<AuthAnswer>
  changePhone(wish: { phone: string } & Proof): Promise<AuthAnswer>
  /** Mails (or texts) the code for a change from an old session. */
  reauthenticate(): Promise<AuthAnswer>
  /** Only this device; others stay signed in. */
  signOut(): Promise<AuthAnswer>
  signOutOthers(): Promise<AuthAnswer>
}

/** For calls that a bot could abuse: the captcha token, if the site requires one. */
export interface AsPerson {
  captchaToken?: string
}

/** What an old session must give before changing how the person signs in: the password, or a code from `reauthenticate`. */
export interface Proof {
  current_password?: string
  nonce?: string
}

/** What shows that a sign-up is one's own: others may have signed up with the same address. */
export interface SignUpProof {
  /** The client that signed up proves it by itself. */
  require_proof?: true
  password?: string
  /** Begins without what was typed before. */
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

/** Types of links that open our pages. */
export const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
type LinkType = (typeof LINK_TYPES)[number]

export type AuthAnswer =
  /** `session` tells whether it signed somebody in. */
  { ok: true; session: boolean } | { ok: false; code: string; message: string }

/** The code of an unexpected fault in the client; its message is the specification's. */
export const UNFORESEEN = 'unforeseen'
