/** How long a password or mailed code entered in this session counts as proof of presence, in seconds. */
const PROOF_SECONDS = 300

/** `secondsSinceProof`: time since a password or code was entered in this session; null if unknown. */
export function isFreshProof(secondsSinceProof: number | null): boolean {
  return secondsSinceProof !== null && secondsSinceProof <= PROOF_SECONDS
}
