/** Sent with every call (specification, section 7: "Every call carries a client info header"). */
export const CLIENT_INFO = 'ajoja-web/1.0'
