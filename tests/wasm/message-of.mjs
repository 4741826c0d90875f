/** The message of the error that a call throws. @param {() => unknown} call */
export const messageOf = (call) => {
  try {
    call();
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  return 'no error';
};
