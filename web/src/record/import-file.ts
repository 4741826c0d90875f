import type { Portfolio } from './portfolio.ts';
import { merged } from './documents.ts';
import { differences, readWorkFile } from './work-file.ts';

interface Imported {
  /** What has changed, in sentences. */
  messages: string[];
  /** Why nothing was imported, as a sentence; '' if the file could be read. */
  fault: string;
}

/** Adds the work in a file to what this browser keeps. */
export async function importFile(file: File, portfolio: Portfolio): Promise<Imported> {
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { messages: [], fault: `${file.name} was not imported: it could not be read.` };
  }
  const read = readWorkFile(file.name, text);
  if ('fault' in read) return { messages: [], fault: read.fault };
  const unknown =
    read.unknown.length > 0 ? [`Skipped unknown parts: ${read.unknown.join(', ')}.`] : [];
  const before = portfolio.snapshot();
  const changes = differences(before, merged(before, read.kept));
  if (changes.length === 0) {
    return { messages: [`${file.name} contains nothing new.`, ...unknown], fault: '' };
  }
  portfolio.add(read.kept);
  return { messages: [`${file.name} was imported.`, ...changes, ...unknown], fault: '' };
}
