import { config } from 'zod';

// Zod would try whether it may compile schemas with `new Function`, which this page's policy forbids and reports.
config({ jitless: true });
