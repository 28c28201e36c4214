/** Sent with every request (specification, section 7: "Every call carries a client info header"). */
export const CLIENT_INFO = 'ajoja-web/1.0'
