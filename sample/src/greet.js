const hellos = { en: 'Hello', de: 'Hallo', fr: 'Bonjour' };

/** Greets someone by name, in English unless another language is asked for. */
function greet(name, language = 'en') {
  const hello = hellos[language] ?? hellos.en;
  return `${hello}, ${name}!`;
}

module.exports = { greet };
