export interface AccountCommands {
  /** A change that takes a shop, states or content rights away is refused until the chief has accepted that. */
  'set-role': {
    input: { user_id: string; role: string; accept_consequences?: boolean }
    output: { user_id: string; role: string }
  }
  'verify-account': { input: { user_id: string; verified: boolean }; output: { user_id: string; verified: boolean } }
  /** Signs a user out everywhere; `sessions` is how many were ended. */
  'end-sessions': { input: { user_id: string }; output: { user_id: string; sessions: number } }
  /** Requires an authentication (password, code) in this session within the last 5 minutes. */
  'delete-account': { input: { user_id: string }; output: { user_id: string } }
}
