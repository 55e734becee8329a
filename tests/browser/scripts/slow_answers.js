/* From now on an answer takes so many milliseconds longer to arrive. */
(later) => {
  const quick = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const answer = await quick(...asked);
    await new Promise((resolve) => setTimeout(resolve, later));
    return answer;
  };
};
